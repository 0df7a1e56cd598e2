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
    if first == GenerateCommand.option { return ["generate"] + arguments.dropFirst() }
    if first == "find" { return [first] + FindCommand.arguments(arguments.dropFirst()) }
    if isCommand(first) || programOptions.contains(first) || first.hasPrefix("--generate-completion-script")
      || first.hasPrefix("--experimental-dump-help")
    {
      return arguments
    }
    if isUnknown(first) {
      let advice =
        SpellingSuggestion.nearest(to: first, in: commands).map { "did you mean '\($0)'?" } ?? "see 'collage help'"
      throw CommandFailure(.usage, "no command and no file '\(first.displayedRaw)'; \(advice)")
    }
    return ["make"] + arguments
  }

  static func isCommand(_ word: String) -> Bool { commands.contains(word) }

  /// Whether this is a bare word, as commands are, and no file has that name.
  private static func isUnknown(_ word: String) -> Bool {
    !word.hasPrefix("-") && !word.contains(".") && !word.contains("/")
      && (try? Stat(FilePath(bytes: LosslessText.bytes(of: word)), followTargetSymlink: false)) == nil
  }
}
