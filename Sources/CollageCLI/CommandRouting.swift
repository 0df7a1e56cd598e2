internal import ArgumentParser
internal import CollageKit
internal import Files
internal import SystemPackage
internal import LineEditing

/// Decides what `collage WORD…` means when the first word is not a command.
enum CommandRouting {
  private static let commands = ["make", "prompt", "find", "pick", "batch", "library", "formats", "help"]
  private static let programOptions = ["--help", "-h", "--version", "--help-hidden"]

  /// The arguments with the command in front. Without a command the photos are made into a collage; without any
  /// argument the prompt opens.
  ///
  /// - Throws: when the first word is neither a command nor a file.
  static func route(_ arguments: [String]) throws(CommandFailure) -> [String] {
    guard let first = arguments.first else { return ["prompt"] }
    if first == "help" { try checkTopic(arguments.dropFirst()) }
    if first == GenerateCommand.option { return ["generate"] + arguments.dropFirst() }
    if first == "find" { return [first] + FindCommand.arguments(arguments.dropFirst()) }
    if isCommand(first) || programOptions.contains(first) || first.hasPrefix("--generate-completion-script")
      || first.hasPrefix("--experimental-dump-help")
    {
      return arguments
    }
    if isUnknown(first) {
      throw CommandFailure(
        .usage, "'\(first.displayedRaw)' is neither a command nor a file; \(advice(for: first, commands))")
    }
    return ["make"] + arguments
  }

  /// - Throws: when the words after `help` are not a command's.
  private static func checkTopic(_ words: ArraySlice<String>) throws(CommandFailure) {
    var command: any ParsableCommand.Type = CollageCommand.self
    for word in words where !word.hasPrefix("-") {
      let configuration = command.configuration
      guard let next = configuration.subcommands.first(where: { $0.configuration.commandName == word }) else {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName }
        throw CommandFailure(.usage, "'\(word.displayedRaw)' is not a command; \(advice(for: word, names))")
      }
      command = next
    }
  }

  private static func advice(for word: String, _ names: [String]) -> String {
    SpellingSuggestion.nearest(to: word, in: names).map { "did you mean '\($0)'?" } ?? "see 'collage help'"
  }

  static func isCommand(_ word: String) -> Bool { commands.contains(word) }

  /// Whether this is a bare word, as commands are, and no file has that name.
  private static func isUnknown(_ word: String) -> Bool {
    !word.hasPrefix("-") && !word.contains(".") && !word.contains("/")
      && (try? Stat(FilePath(bytes: LosslessText.bytes(of: word)), followTargetSymlink: false)) == nil
  }
}
