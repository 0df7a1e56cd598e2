internal import ArgumentParser
internal import CollageTerminal
internal import Files
internal import SafeText
internal import SystemPackage
internal import LineEditing

/// Decides what `collage WORD…` means when the first word is not a command.
enum CommandRouting {
  private static let commands = [
    "make", "prompt", "find", "pick", "batch", "library", "formats", "help",
  ]
  private static let programOptions = ["--help", "-h", "--version", "--help-hidden"]

  /// The arguments with the command in front: `make` before photos, and without any argument
  /// `prompt`.
  ///
  /// - Throws: when the first word is neither a command nor a file.
  static func route(_ arguments: [String]) throws(CommandFailure) -> [String] {
    guard let first = arguments.first else { return ["prompt"] }
    if first == "help" { try checkCommand(arguments.dropFirst()) }
    if first == "library" { try checkCommand(arguments.prefix(2)) }
    if first == GenerateCommand.option { return ["generate"] + arguments.dropFirst() }
    if first == "find" { return [first] + FindCommand.arguments(arguments.dropFirst()) }
    if isCommand(first) || programOptions.contains(first) { return arguments }
    if isUnknown(first) {
      throw CommandFailure(
        .usage, "'\(first.displayedRaw)' is neither a command nor a file; \(advice(for: first))")
    }
    return ["make"] + arguments
  }

  /// What the argument parser adds to every command: scripts that know nothing of ours, and a
  /// description for tools.
  private static let parserOptions = ["--generate-completion-script", "--experimental-dump-help"]

  /// - Throws: when there is an option of the argument parser's own, or one that is far too long
  ///   for the parser to look for one that is like it. The former is as unknown as any other; the
  ///   parser would print its script even in place of a value.
  static func checkOptions(_ arguments: [String]) throws(CommandFailure) {
    let words = arguments.prefix { $0 != "--" }
    for (previous, word) in zip([""] + words, words) where word.hasPrefix("-") {
      let option = word.parts(at: "=", maxSplits: 1)[0]
      // What follows an option may be its value.
      let isTooLong = !SpellingSuggestion.canBeName(option) && !previous.hasPrefix("-")
      guard isTooLong || parserOptions.contains(option) else { continue }
      var command = ["collage"]
      if isCommand(arguments[0]) { command.append(arguments[0]) }
      if command.last == "library", arguments[1].first != "-" { command.append(arguments[1]) }
      throw CommandFailure(
        .usage,
        "Unknown option '\(option.displayedRaw)'; see '\(command.joined(separator: " ")) --help'")
    }
  }

  /// - Throws: when the words are not a command's.
  private static func checkCommand(_ words: ArraySlice<String>) throws(CommandFailure) {
    var command: any ParsableCommand.Type = CollageCommand.self
    for word in words where !word.hasPrefix("-") {
      guard
        let next = command.configuration.subcommands.first(where: {
          $0.configuration.commandName == word
        })
      else {
        let meant = SpellingSuggestion.nearest(to: word, in: subcommands(of: command))
        let help =
          command == LibraryCommand.self ? "see 'collage library --help'" : "see 'collage help'"
        throw CommandFailure(
          .usage,
          "'\(word.displayedRaw)' is not a command; \(meant.map { "did you mean '\($0)'?" } ?? help)"
        )
      }
      command = next
    }
  }

  private static func subcommands(of command: any ParsableCommand.Type) -> [String] {
    command.configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  /// Commands of the library are told with that word.
  private static func advice(for word: String) -> String {
    let ofLibrary = subcommands(of: LibraryCommand.self)
    let meant = SpellingSuggestion.nearest(to: word, in: commands + ofLibrary)
    guard let meant else { return "see 'collage help'" }
    return "did you mean '\(commands.contains(meant) ? meant : "library \(meant)")'?"
  }

  static func isCommand(_ word: String) -> Bool { commands.contains(word) }

  /// Whether this is a bare word, as commands are, and no file has that name.
  private static func isUnknown(_ word: String) -> Bool {
    !word.hasPrefix("-")
      && !word.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
      && (try? Stat(FilePath(bytes: LosslessText.bytes(of: word)), followTargetSymlink: false))
        == nil
  }
}
