internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import Files
internal import SystemPackage
internal import LineEditing
internal import SafeText

/// Decides what `collage WORD…` means when the first word is not a command.
enum CommandRouting {
  /// The argument parser's own command.
  static let help = "help"
  /// Prints the manual or completions, see `GenerateCommand`.
  static let generateOption = "--generate"
  private static let programOptions = [
    "--help", "-h", "--version", "--help-hidden", generateOption,
  ]

  /// What other programs call `--version`.
  private static let versionOptions = ["-V", "-v", "-version"]

  private static var commands: [String] { CommandPath.program.subcommandNames + [help] }

  static func isCommand(_ word: String) -> Bool { commands.contains(word) }

  /// The arguments with a command in front: `make` if they begin with photos, and `prompt` if there
  /// are none.
  ///
  /// - Throws: when the first word is neither a command nor a file.
  static func route(_ arguments: [String]) throws(CommandFailure) -> [String] {
    guard let first = arguments.first, arguments != ["--accessible"] else {
      return [PromptCommand.commandName] + arguments
    }
    if first == MakeCommand.commandName || programOptions.contains(first) { return arguments }
    if versionOptions.contains(first) {
      throw CommandFailure(
        .usage,
        "Unknown option '\(first)'. Did you mean '--version'? See "
          + "'\(CommandPath.program.helpCommand)'.")
    }
    if first == help {
      let words = arguments.dropFirst().filter { !$0.hasPrefix("-") }
      try checkCommands(words)
      return arguments
    }
    if let command = CommandPath.program[first] {
      let arguments = command.type == ConfigCommand.self ? named(arguments) : arguments
      if !command.subcommands.isEmpty { try checkCommands(arguments, mayHaveArguments: true) }
      return arguments
    }
    if isUnknown(first) {
      throw CommandFailure(
        .usage,
        "'\(first.displayedRaw)' is neither a command nor a file; \(advice(for: arguments))")
    }
    return [MakeCommand.commandName] + arguments
  }

  /// `config gap` as `config show gap`, and `config gap 2%` or `config gap=2%` as `config set`.
  private static func named(_ arguments: [String]) -> [String] {
    guard arguments.count > 1 else { return arguments }
    let parts = arguments[1].parts(at: "=", maxSplits: 1)
    guard UserSettings.isSetting(parts[0]) else { return arguments }
    let hasValue = parts.count > 1 || arguments.dropFirst(2).contains { !$0.hasPrefix("--") }
    let verb = hasValue ? "set" : "show"
    return [arguments[0], verb] + arguments.dropFirst()
  }

  /// - Parameter mayHaveArguments: whether the command may be followed by its arguments.
  /// - Throws: when the words up to an option don't name a command.
  private static func checkCommands(
    _ words: some Sequence<String>, mayHaveArguments: Bool = false
  ) throws(CommandFailure) {
    var command = CommandPath.program
    for word in words.prefix(while: { !$0.hasPrefix("-") }) {
      if mayHaveArguments, command.subcommands.isEmpty { return }
      guard let next = command[word] else {
        let meant =
          synonym(for: word, in: command)
          ?? SpellingSuggestion.nearest(to: word, in: command.subcommandNames)
        let advice = meant.map { "did you mean '\($0)'?" } ?? seeHelp(of: command)
        throw CommandFailure(.usage, "'\(word.displayedRaw)' is not a command; \(advice)")
      }
      command = next
    }
  }

  /// The name of the command below one that is meant by a word.
  private static func synonym(for word: String, in command: CommandPath) -> String? {
    if command.type == LibraryCommand.self { return Synonyms.libraryCommand(for: word) }
    if command.type == ConfigCommand.self { return Synonyms.configCommand(for: word) }
    return command.type == AlbumCommand.self ? Synonyms.albumCommand(for: word) : nil
  }

  /// What to type instead; commands of the library are shown with `library` in front.
  private static func advice(for words: [String]) -> String {
    let word = words[0]
    if words.contains(where: SearchWords.isTerm), words.allSatisfy({ !$0.hasPrefix("--") }) {
      return "'collage find \(words.joined(separator: " ").displayedRaw)' searches"
    }
    let path = FilePath(bytes: LosslessText.bytes(of: word))
    if let file = SimilarFile.path(path, onlyLetters: true) {
      return "did you mean '\(file.displayed)'?"
    }
    let meant = suggestions(for: word).map { "'\($0)'" }
    if meant.isEmpty, let search = SearchWords.bare(words) {
      return "'collage find \(search)' searches for it"
    }
    return meant.isEmpty
      ? seeHelp(of: .program) : "did you mean \(meant.joined(separator: " or "))?"
  }

  private static func seeHelp(of command: CommandPath) -> String {
    "see '\(command.names.count == 1 ? "collage help" : command.helpCommand)'"
  }

  private static func suggestions(for word: String) -> [String] {
    guard SpellingSuggestion.canBeName(word) else { return [] }
    if let canvas = Synonyms.canvas(for: word) { return ["make --canvas \(canvas)"] }
    let settings = Synonyms.choices(for: word)
    if !settings.isEmpty { return settings.map { "make --\($0)" } }
    if let command = Synonyms.programCommand(for: word) { return [command] }
    if let command = Synonyms.libraryCommand(for: word) { return ["library \(command)"] }
    let ofLibrary = CommandPath.program.named(by: ["library"]).subcommandNames
    let meant = SpellingSuggestion.nearest(to: word, in: commands + ofLibrary)
    return meant.map { [commands.contains($0) ? $0 : "library \($0)"] } ?? []
  }

  /// Whether this is a bare word, like the name of a command, and there is no file of that name.
  private static func isUnknown(_ word: String) -> Bool {
    !word.hasPrefix("-")
      && !word.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
      && !isFile(word)
  }

  /// Whether there is something of this name.
  static func isFile(_ word: String) -> Bool {
    let path = FilePath(bytes: LosslessText.bytes(of: word))
    return (try? Stat(path, followTargetSymlink: false)) != nil
  }
}
