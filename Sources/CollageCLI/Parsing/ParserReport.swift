internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import SafeText

/// What the argument parser reports instead of a command: help and the like, or an error, which is
/// told on one line, in this program's words.
struct ParserReport {
  let error: any Error
  /// As they were typed.
  let arguments: [String]
  /// What to type for help on an option of a command; nil where help on the command is enough.
  var helpOnOption: (String, CommandPath) -> String? = { _, _ in nil }

  /// Help, the version or completions; nil for an error.
  var answer: String? {
    CollageCommand.exitCode(for: error) == .success ? CollageCommand.fullMessage(for: error) : nil
  }

  /// What is wrong, and which help to read.
  var message: String {
    let general = helpCommand
    let command = CommandPath.program.named(by: general.parts(at: " ").dropFirst())
    let sentence = sentence
    let told = withMeantValue(
      withMeantOption(unknownOption(of: command, sentence) ?? sentence, of: command), of: command)
    let help = Self.option(in: sentence).flatMap { helpOnOption($0, command) } ?? general
    return told.displayedWhole
      + (told.hasSuffix("?") ? " See '\(help)'." : "; see '\(help)'")
  }

  /// The name of the option that a sentence is about: "gap" in "… is invalid for '--gap <length>'".
  private static func option(in sentence: String) -> String? {
    let ofValue = sentence.firstMatch(
      of: /(?: is invalid for|^Missing value for) '(?:-[a-z0-9], )?--([a-z0-9-]+)/)
    let ofRule = sentence.firstMatch(of: #/^--([a-z0-9-]+) /#)
    return (ofValue?.1 ?? ofRule?.1).map(String.init)
  }

  /// The sentence about a value that is none of an option's words, with the one that is spelled
  /// nearly the same.
  private func withMeantValue(_ sentence: String, of command: CommandPath) -> String {
    guard !sentence.contains("did you mean"), let name = Self.option(in: sentence),
      let value = sentence.firstMatch(of: /^The value '(.+)' is invalid for '/)?.1,
      let argument = CommandDescription(command.type).arguments.first(where: {
        $0.options.contains("--\(name)")
      }),
      let meant = SpellingSuggestion.nearest(to: String(value), in: argument.allValues ?? [])
    else { return sentence }
    return "\(sentence); did you mean '\(meant)'?"
  }

  /// What to type for help on the command that was typed.
  private var helpCommand: String {
    // The last line of the argument parser's long message: See 'collage make --help' for more
    // information.
    let advice = CollageCommand.fullMessage(for: error).split(separator: "\n").last {
      $0.contains("See '")
    }
    let named = advice?.split(separator: "'").dropFirst().first.map(String.init)
    // That of a command which isn't in the list of commands names a placeholder.
    guard let named, !named.contains("<") else {
      return arguments.first == CommandRouting.generateOption
        ? "collage \(CommandRouting.generateOption) --help" : CommandPath.program.helpCommand
    }
    return named
  }

  /// The argument parser's message on one line, with a reason if it gives none.
  private var sentence: String {
    // Longer lists of values have a line for each.
    let message = abridged(CollageCommand.message(for: error))
      .replacing(":\n  - ", with: ": ").replacing("\n  - ", with: ", ")
    let sentence = message.split(separator: "\n").first.map(String.init) ?? message
    if sentence.hasPrefix("The value '' is "), sentence.hasSuffix("'") {
      return sentence + ": it is empty"
    }
    // Some messages end with a full stop.
    return Self.plain(sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence)
  }

  private static let adviceOnValues = "provide one of "
  private static let adviceOnManyValues = adviceOnValues + "the following: "
  private static let missingArgument = "Missing expected argument "

  /// A sentence of the argument parser's as this program says it: "it must be name or date", and
  /// "'<id>' is missing".
  private static func plain(_ sentence: String) -> String {
    if sentence.hasPrefix(missingArgument) {
      return "\(sentence.dropFirst(missingArgument.count)) is missing"
    }
    /// Without the advice, which begins a new sentence.
    func fault(before place: String.Index) -> Substring {
      let before = sentence[..<place]
      return before.lastIndex(of: ".").map { before[..<$0] } ?? before
    }
    if let range = sentence.firstRange(of: adviceOnManyValues) {
      return fault(before: range.lowerBound) + ": it must be one of "
        + sentence[range.upperBound...]
    }
    guard let range = sentence.firstRange(of: adviceOnValues) else { return sentence }
    let values = sentence[range.upperBound...].replacing("' and '", with: "' or '")
      .replacing("'", with: "")
    return fault(before: range.lowerBound) + ": it must be " + values
  }

  /// The message, quoting at most 80 characters of each word of the command line and no line
  /// breaks, because the reason after them would be missed.
  private func abridged(_ message: String) -> String {
    let words = arguments.flatMap { [$0] + $0.parts(at: "=", maxSplits: 1).dropFirst() }
    let maxLength = 80
    // Compares bytes: a combining mark at the beginning of a word forms one character with the
    // quote before it.
    let bytes = words.reduce(Array(message.utf8)) { message, word in
      let length = word.unicodeScalars.count
      guard length > maxLength || word.unicodeScalars.contains(where: \.isNewline),
        word.utf8.count < message.count
      else {
        return message
      }
      let start = word.unicodeScalars.prefix(maxLength).map { $0.isNewline ? " " : $0 }
      let line = String(String.UnicodeScalarView(start)) + (length > maxLength ? "…" : "")
      return message.replacing(Array(word.utf8), with: Array(line.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let unknownOption = "Unknown option '--"
  private static let invalidArgument = " is invalid for '<"

  /// The sentence about an option that the command doesn't have, where the argument parser
  /// complains of the value behind it, which it takes for an argument; nil for any other error.
  private func unknownOption(of command: CommandPath, _ sentence: String) -> String? {
    guard sentence.contains(Self.invalidArgument),
      arguments.first != CommandRouting.generateOption
    else { return nil }
    let known = CommandDescription(command.type).arguments
    var isValue = false
    for word in arguments.prefix(while: { $0 != "--" }) where word.hasPrefix("-") || isValue {
      if isValue {
        isValue = false
        continue
      }
      let parts = word.parts(at: "=", maxSplits: 1)
      let argument = known.first { $0.options.contains(parts[0]) }
      if argument == nil, word.hasPrefix("--") { return "Unknown option '\(parts[0])'" }
      isValue = argument?.kind == .option && parts.count == 1
    }
    return nil
  }

  /// The sentence about an unknown option, such as `--size`, with those that are meant instead of
  /// the one that is spelled alike.
  private func withMeantOption(_ sentence: String, of command: CommandPath) -> String {
    let beginning = Self.unknownOption
    guard sentence.hasPrefix(beginning),
      let name = sentence.dropFirst(beginning.count).split(separator: "'").first.map(String.init)
    else { return sentence }
    if command.type == PagesCommand.self, name == "best" {
      return "\(beginning)\(name)'; 'collage find --in FOLDER --best 24 -0 | collage pages "
        + "--files0-from - -o book.pdf' makes pages of the best"
    }
    if command.type == DescribeCommand.self, name == "alt" {
      return "\(beginning)\(name)'; 'collage library remake ID --replace --alt 2=TEXT' makes a "
        + "collage again with other words"
    }
    var known = CommandDescription(command.type).arguments.flatMap { $0.names ?? [] }
      .filter { $0.kind == .long }.map(\.name)
    // What the program has before all commands.
    if arguments.first?.hasPrefix("--") == true { known.append("version") }
    let meant = meant(by: name, value: value(behind: name), known).map { "'--\($0)'" }
    let question = meant.isEmpty ? "" : ". Did you mean \(meant.joined(separator: " or "))?"
    return "\(beginning)\(name)'\(question)"
  }

  /// The value that follows an option; nil where none does.
  private func value(behind name: String) -> String? {
    for (place, word) in arguments.enumerated() {
      if word == "--\(name)" { return arguments.dropFirst(place + 1).first }
      let parts = word.parts(at: "=", maxSplits: 1)
      if parts.count == 2, parts[0] == "--\(name)" { return parts[1] }
    }
    return nil
  }

  /// How many of the words name files.
  private var photoCount: Int {
    arguments.count { !$0.hasPrefix("-") && $0.contains(".") && CommandRouting.isFile($0) }
  }

  /// What has another name here, else longer names, else a name that is spelled nearly the same.
  private func meant(by name: String, value: String?, _ known: [String]) -> [String] {
    if let number = value.flatMap({ Int(count: $0) }), known.contains("cells"),
      let cells = Synonyms.cells(for: name, number, photos: photoCount)
    {
      return [cells] + Synonyms.options(for: name, among: known).filter { !$0.hasPrefix("cells") }
    }
    let synonyms = Synonyms.options(for: name, among: known)
    if !synonyms.isEmpty { return synonyms.map { Synonyms.withMeantValue($0, value) } }
    let longer = known.filter { $0.hasPrefix(name.lowercased()) }
    if (1...3).contains(longer.count) { return longer }
    return SpellingSuggestion.nearest(to: name, in: known).map { [$0] } ?? []
  }
}

extension Unicode.Scalar {
  fileprivate var isNewline: Bool { Character(self).isNewline }
}
