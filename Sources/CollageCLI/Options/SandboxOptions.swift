internal import ArgumentParser
internal import CollageTerminal
internal import PhotoCodecs

/// Whether decoders may run with fewer protections than there are; of commands that have no
/// settings, among which it is one.
struct SandboxOptions: ParsableArguments {
  /// The option's name, which `Program` looks for: it holds for all that a command decodes.
  static let name = "require-sandbox"

  @Flag(
    name: .customLong(name),
    help: "Refuse photos whose decoder can't have all protections; 'collage formats' lists them.")
  var isRequired = false

  /// Reads `$COLLAGE_REQUIRE_SANDBOX`, and the option from arguments that were parsed.
  static func apply(_ arguments: [String]) throws(CommandFailure) {
    let variable = "COLLAGE_REQUIRE_SANDBOX"
    let value = Environment[variable] ?? ""
    guard ["", "0", "1"].contains(value) else {
      throw CommandFailure(
        .usage, "\(variable): '\(value.displayedRaw)' is not a valid value; set it to 1 or 0")
    }
    // The value of an option can't begin with two hyphens, unless it is in the same word.
    if value == "1" || arguments.prefix(while: { $0 != "--" }).contains("--\(name)") {
      DecodeLimits.requireSandbox()
    }
  }
}
