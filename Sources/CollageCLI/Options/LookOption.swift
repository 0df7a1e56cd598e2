internal import ArgumentParser
internal import CollageKit

/// The look that settings are laid over.
struct LookOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A look, which sets several options; those given beside it win: \(Look.notes).",
      valueName: "name"),
    completion: .list(Look.names), transform: Look.argument)
  var look: Look?
}

extension Look {
  fileprivate static func argument(_ text: String) throws -> Look {
    guard let look = named(text) else { throw ValidationError("it \(requirement)") }
    return look
  }
}
