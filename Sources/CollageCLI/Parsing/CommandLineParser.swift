internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import PhotoLayouts
internal import SafeText

/// Parses the command line with swift-argument-parser. This folder contains everything that works
/// around it. `ParserTests` asks the parser alone about each point, and fails when a newer version
/// makes a workaround unnecessary.
///
/// - The first word. `collage a.jpg` means `make`, `collage` alone means `prompt`, and a word that
///   is neither a command nor a file gets advice. The parser can have only one default command, and
///   it ignores words after `help` that aren't commands. See `CommandRouting`.
/// - `--generate` is a command that is written like an option, which the parser doesn't know. See
///   `Program`.
/// - `--title=` followed by a combining mark. The parser compares characters, and the mark makes
///   the equals sign another one. See `separatingMarkedValues`.
/// - `--canvas A4 landscape` and `--gap 3 mm`: values in two words. See `joiningValues`.
/// - `find -night`, `library list -night`. The parser takes words that begin with a hyphen for
///   options. See `findArguments` and `separatingWords`.
/// - The parser has two options of its own for tools, and compares an unknown option of any length
///   with all others. See `checkOptions`.
/// - Its errors have several lines, quote words whole and end in different ways, and it suggests
///   options only by their spelling. See `ParserReport`.
/// - The manual and completions need a description of a command's options. The parser gives it as
///   JSON, by a function with an underscore. It computes candidates only for its own scripts. See
///   `CommandDescription` and `CommandPath.completions`.
/// - Help shows options without a heading last; the manual shows them first. See
///   `CommandDescription.sections`.
/// - Options come from the table of settings, but the parser finds only properties. See
///   `SettingArguments`, which lists them in a mirror.
/// - Finding a command among the others takes the parser a millisecond, since it reads the
///   command's arguments once more. See `command`. No test asks about this one, because it is about
///   time.
enum CommandLineParser {
  /// The arguments as the argument parser is to read them, beginning with a command.
  ///
  /// - Throws: for what it would misunderstand.
  static func prepared(_ arguments: [String]) throws(CommandFailure) -> [String] {
    let separated = separatingMarkedValues(arguments)
    let end = separated.firstIndex(of: "--") ?? separated.endIndex
    let asked = separated[..<end].map { $0 == wholeHelp ? "--help" : $0 } + separated[end...]
    let joined = joiningValues(asked)
    var arguments = try CommandRouting.route(joined)
    if arguments[0] == FindCommand.commandName {
      arguments = [arguments[0]] + findArguments(arguments.dropFirst())
    } else {
      arguments = separatingWords(arguments)
    }
    try checkOptions(arguments)
    return arguments
  }

  /// The command that prepared arguments ask for.
  static func command(_ arguments: [String]) throws -> any ParsableCommand {
    let named = CommandPath.program.named(by: arguments)
    let words = arguments.dropFirst(named.names.count - 1)
    // Scripts run commands thousands of times.
    if named.type.configuration.subcommands.isEmpty,
      let command = try? named.type.parse(Array(words))
    {
      return command
    }
    return try CollageCommand.parseAsRoot(arguments)
  }

  /// Asks for help on every option of a command.
  static let wholeHelp = "--help-all"

  /// The arguments, with an option separated from a value that begins with a combining mark.
  private static func separatingMarkedValues(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].flatMap { word in
      let parts = word.parts(at: "=", maxSplits: 1)
      guard word.hasPrefix("-"), parts.count == 2, let first = parts[1].unicodeScalars.first,
        "=\(first)".count == 1, isName(parts[0])
      else { return [word] }
      return parts
    } + arguments[end...]
  }

  /// The arguments, with `landscape` or `portrait` put into the value of `--canvas` or `--sheet`
  /// that it follows, and a unit to the number of an option that it follows, unless it names a
  /// file.
  private static func joiningValues(_ arguments: [String]) -> [String] {
    arguments.reduce(into: []) { joined, word in
      guard let option = joined.dropLast().last, option.hasPrefix("--"), let value = joined.last,
        let whole = joinedValue(of: option, value, word), !CommandRouting.isFile(word)
      else { return joined.append(word) }
      joined[joined.count - 1] = whole
    }
  }

  /// Nil where the word doesn't belong to the value.
  private static func joinedValue(of option: String, _ value: String, _ word: String) -> String? {
    switch word.lowercased() {
    case "landscape", "portrait":
      let whole = "\(value) \(word)"
      return ["--canvas", "--sheet"].contains(option) && Canvas(whole) != nil ? whole : nil
    case "mm", "cm", "in", "pt", "px", "%": return Double(value) == nil ? nil : value + word
    default: return nil
    }
  }

  /// Whether an option may have this name. Anything else is a text, such as a title.
  private static func isName(_ option: String) -> Bool {
    option.utf8.allSatisfy {
      ("a"..."z").contains(Unicode.Scalar($0)) || $0 == UInt8(ascii: "-")
    }
  }

  /// The arguments of `find`, with words that begin with one hyphen behind `--`, except for -0 and
  /// -h.
  private static func findArguments(_ arguments: some Sequence<String>) -> [String] {
    let parts = arguments.split(separator: "--", maxSplits: 1, omittingEmptySubsequences: false)
    let isWord = { (argument: String) in
      argument.count > 1 && argument.hasPrefix("-") && !argument.hasPrefix("--")
        && !["-0", "-h"].contains(argument)
    }
    var words: [String] = []
    var others: [String] = []
    for argument in parts[0] {
      // Pass a negative number on, so that it is reported as an invalid value.
      let isValue = ["--page", "--limit", "--best"].contains(others.last)
      if isWord(argument), !isValue { words.append(argument) } else { others.append(argument) }
    }
    words += parts.dropFirst().joined()
    return others + (words.isEmpty ? [] : ["--"] + words)
  }

  /// The arguments of other commands that search, with words that begin with one hyphen, and that
  /// are no options without their second hyphen, behind `--`.
  private static func separatingWords(_ arguments: [String]) -> [String] {
    let command = CommandPath.program.named(by: arguments)
    let searches: [any ParsableCommand.Type] = [NextCommand.self, LibraryListCommand.self]
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    let mayBeWord = { (argument: String) in
      argument.count > 2 && argument.hasPrefix("-") && !argument.hasPrefix("--")
    }
    // Describing a command takes time.
    guard searches.contains(where: { $0 == command.type }),
      arguments[..<end].contains(where: mayBeWord)
    else { return arguments }
    let known = CommandDescription(command.type).arguments
    let options = Set(known.flatMap(\.options))
    let takingValues = Set(known.filter { $0.kind == .option }.flatMap(\.options))
    var words: [String] = []
    var others: [String] = []
    for argument in arguments[..<end] {
      let isValue = others.last.map(takingValues.contains) ?? false
      if mayBeWord(argument), !isValue, !options.contains("-" + argument) {
        words.append(argument)
      } else {
        others.append(argument)
      }
    }
    words += arguments[end...].dropFirst()
    return others + (words.isEmpty ? [] : ["--"] + words)
  }

  /// The options that the argument parser adds to every command.
  private static let parserOptions = ["--generate-completion-script", "--experimental-dump-help"]

  /// - Throws: for one of these options, because the parser would print its script even where a
  ///   value belongs; and for an option that is too long to be one, because the parser would take
  ///   seconds to find a similar name.
  private static func checkOptions(_ arguments: [String]) throws(CommandFailure) {
    let words = arguments.prefix { $0 != "--" }
    for (previous, word) in zip([""] + words, words) where word.hasPrefix("-") {
      let option = word.parts(at: "=", maxSplits: 1)[0]
      // A word after an option may be its value.
      let isTooLong = !SpellingSuggestion.canBeName(option) && !previous.hasPrefix("-")
      guard isTooLong || parserOptions.contains(option) else { continue }
      let help = CommandPath.program.named(by: arguments).helpCommand
      throw CommandFailure(.usage, "Unknown option '\(option.displayedRaw)'; see '\(help)'")
    }
  }
}
