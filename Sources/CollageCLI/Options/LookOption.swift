internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal

/// The look that settings are laid over.
struct LookOption: ParsableArguments {
  /// A look that is there.
  enum Name {
    case builtIn(Look)
    /// The user's own.
    case own(String)
  }

  @Option(
    help: ArgumentHelp(
      "A look, which sets several options; those given beside it win: \(Look.notes); or one of "
        + "your own, see 'collage config'.",
      valueName: "name"),
    completion: .custom { _, _, _ in Look.names + UserSettings().lookNames },
    transform: Name.argument)
  var look: Name?

  /// The look with its values; nil if none is chosen. Reads the user's.
  func chosen(in settings: UserSettings) throws -> Look? {
    switch look {
    case nil: return nil
    case .builtIn(let look): return look
    case .own(let name):
      guard let look = try settings.look(name) else {
        throw ValidationError("the look \(name) is your own, which --no-config leaves out")
      }
      return look
    }
  }
}

extension LookOption.Name {
  fileprivate static func argument(_ text: String) throws -> Self {
    if let look = Look.named(text) { return .builtIn(look) }
    let settings = UserSettings()
    guard settings.hasLook(text) else {
      let question = Look.question(about: text, and: settings.lookNames)
      throw ValidationError("it \(Look.requirement)\(question)")
    }
    return .own(text)
  }
}
