internal import ArgumentParser
internal import CollageTerminal
internal import Files
internal import SafeText
internal import SystemPackage
internal import LineEditing

/// Decides what `collage WORD…` means when the first word is not a command.
enum CommandRouting {
  private static let commands = [
    "make", "pages", "prompt", "find", "pick", "batch", "template", "library", "formats", "help",
  ]
  /// Commands of which the next word is a command, too.
  private static let groups: Set<String> = ["template", "library"]
  /// Prints the manual or completions, see `GenerateCommand`.
  static let generateOption = "--generate"
  private static let programOptions = [
    "--help", "-h", "--version", "--help-hidden", generateOption,
  ]

  /// The arguments with a command in front: `make` if they begin with photos, and `prompt` if there
  /// are none.
  ///
  /// - Throws: when the first word is neither a command nor a file.
  static func route(_ arguments: [String]) throws(CommandFailure) -> [String] {
    guard let first = arguments.first else { return ["prompt"] }
    if first == "help" { try checkCommand(arguments.dropFirst()) }
    if groups.contains(first) { try checkCommand(arguments.prefix(2)) }
    if first == "find" { return [first] + FindCommand.arguments(arguments.dropFirst()) }
    if isCommand(first) || programOptions.contains(first) { return arguments }
    if isUnknown(first) {
      throw CommandFailure(
        .usage, "'\(first.displayedRaw)' is neither a command nor a file; \(advice(for: first))")
    }
    return ["make"] + arguments
  }

  /// The options that the argument parser adds to every command: for completion scripts that don't
  /// know ours, and for tools.
  private static let parserOptions = ["--generate-completion-script", "--experimental-dump-help"]

  /// - Throws: for an option that only the argument parser knows, and for one that is too long. The
  ///   former counts as unknown, because the parser would print its script even where a value
  ///   belongs. For the latter the parser would take seconds to find a similar name.
  static func checkOptions(_ arguments: [String]) throws(CommandFailure) {
    let words = arguments.prefix { $0 != "--" }
    for (previous, word) in zip([""] + words, words) where word.hasPrefix("-") {
      let option = word.parts(at: "=", maxSplits: 1)[0]
      // A word after an option may be its value.
      let isTooLong = !SpellingSuggestion.canBeName(option) && !previous.hasPrefix("-")
      guard isTooLong || parserOptions.contains(option) else { continue }
      var command = ["collage"]
      if isCommand(arguments[0]) { command.append(arguments[0]) }
      if groups.contains(command.last ?? ""), arguments.count > 1, arguments[1].first != "-" {
        command.append(arguments[1])
      }
      throw CommandFailure(
        .usage,
        "Unknown option '\(option.displayedRaw)'; see '\(command.joined(separator: " ")) --help'")
    }
  }

  /// - Throws: when the words don't name a command.
  private static func checkCommand(_ words: ArraySlice<String>) throws(CommandFailure) {
    var command: any ParsableCommand.Type = CollageCommand.self
    for word in words where !word.hasPrefix("-") {
      guard
        let next = command.configuration.subcommands.first(where: {
          $0.configuration.commandName == word
        })
      else {
        let isOfLibrary = command == LibraryCommand.self
        let meant =
          (isOfLibrary ? Synonyms.libraryCommand(for: word) : nil)
          ?? SpellingSuggestion.nearest(to: word, in: subcommands(of: command))
        let help = isOfLibrary ? "see 'collage library --help'" : "see 'collage help'"
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

  /// What to type instead; commands of the library are shown with `library` in front.
  private static func advice(for word: String) -> String {
    let meant = suggestions(for: word).map { "'\($0)'" }
    return meant.isEmpty
      ? "see 'collage help'" : "did you mean \(meant.joined(separator: " or "))?"
  }

  private static func suggestions(for word: String) -> [String] {
    guard SpellingSuggestion.canBeName(word) else { return [] }
    if let canvas = Synonyms.canvas(for: word) { return ["make --canvas \(canvas)"] }
    let settings = Synonyms.settings(for: word)
    if !settings.isEmpty { return settings.map { "make --\($0)" } }
    if let command = Synonyms.programCommand(for: word) { return [command] }
    if let command = Synonyms.libraryCommand(for: word) { return ["library \(command)"] }
    let ofLibrary = subcommands(of: LibraryCommand.self)
    let meant = SpellingSuggestion.nearest(to: word, in: commands + ofLibrary)
    return meant.map { [commands.contains($0) ? $0 : "library \($0)"] } ?? []
  }

  static func isCommand(_ word: String) -> Bool { commands.contains(word) }

  /// Whether this is a bare word, like the name of a command, and there is no file of that name.
  private static func isUnknown(_ word: String) -> Bool {
    !word.hasPrefix("-")
      && !word.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
      && (try? Stat(FilePath(bytes: LosslessText.bytes(of: word)), followTargetSymlink: false))
        == nil
  }
}
