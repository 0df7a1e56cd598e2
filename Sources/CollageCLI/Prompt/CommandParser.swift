internal import ArgumentParser
internal import CollageKit
internal import LineEditing
internal import PhotoCodecs
internal import SystemPackage
internal import TerminalPictures

/// Parses a line of the prompt.
enum CommandParser {
  /// The command in a line; nil for an empty line or a comment, which begins with #.
  static func command(in line: String) throws(CommandParseError) -> Command? {
    let words = ShellWords.split(line)
    guard let first = words.first, !line.drop(while: \.isWhitespace).hasPrefix("#") else { return nil }
    if let open = words.last?.openQuote { throw CommandParseError(Self.complaint(about: open)) }
    guard let name = name(first.text) else { throw CommandParseError(unknown(first.text)) }
    return try command(name, Array(words.dropFirst()))
  }

  /// A command by its full name; `exit` and `?` are accepted too.
  private static func name(_ word: String) -> CommandName? {
    switch word.lowercased() {
    case "exit": .quit
    case "?": .help
    case let word: CommandName(rawValue: word)
    }
  }

  private static func unknown(_ word: String) -> String {
    let shown = word.displayedRaw
    if let meant = SpellingSuggestion.nearest(to: word, in: CommandName.allCases.map(\.rawValue)) {
      return "no command '\(shown)'; did you mean '\(meant)'?"
    }
    return "no command '\(shown)'; help shows all of them"
  }

  private static func complaint(about quote: ShellWord.Quote) -> String {
    switch quote {
    case .single: "a quote ' is not closed; close it, or write \\' for the character itself"
    case .double: "a quote \" is not closed; close it, or write \\\" for the character itself"
    case .backslash: "nothing follows the backslash at the end; write \\\\ for the character itself"
    }
  }

  private static func command(_ name: CommandName, _ words: [ShellWord]) throws(CommandParseError) -> Command {
    switch name {
    case .add:
      guard !words.isEmpty else { throw CommandParseError("which photos? \(name.usage)") }
      return .add(try words.map { word throws(CommandParseError) in try path(word) })
    case .remove:
      guard !words.isEmpty else { throw CommandParseError("which photo? \(name.usage), with a number from list") }
      return .remove(try words.map { word throws(CommandParseError) in try place(word) })
    case .move:
      try expect(2, words, name)
      return .move(from: try place(words[0]), to: try place(words[1]))
    case .swap:
      try expect(2, words, name)
      return .swap(try place(words[0]), try place(words[1]))
    case .replace:
      try expect(2, words, name)
      return .replace(try place(words[0]), try path(words[1]))
    case .clear, .undo, .redo, .list, .arrange, .quit:
      try expect(0, words, name)
      return switch name {
      case .clear: .clear
      case .undo: .undo
      case .redo: .redo
      case .list: .list
      case .arrange: .arrange
      default: .quit
      }
    case .layout:
      try expect(0...1, words, name)
      return .layout(try words.first.map { word throws(CommandParseError) in try layout(word.text) })
    case .canvas: return .canvas(try optional(words, name, "auto or a size such as 2400x1600 or A4"))
    case .background: return .background(try optional(words, name, "a colour name, #rgb, #rrggbb or blur"))
    case .allowDamaged:
      try expect(0...1, words, name)
      return .allowDamaged(try words.first.map { word throws(CommandParseError) in try isOn(word.text) })
    case .save:
      try expect(0...1, words, name)
      return .save(try words.first.map { word throws(CommandParseError) in try output(word) })
    case .preview:
      try expect(0...1, words, name)
      return .preview(try words.first.map { word throws(CommandParseError) in try preview(word.text) })
    case .help:
      try expect(0...1, words, name)
      guard let word = words.first else { return .help(nil) }
      guard let topic = Self.name(word.text) else { throw CommandParseError(unknown(word.text)) }
      return .help(topic)
    }
  }

  private static func expect(_ count: Int, _ words: [ShellWord], _ name: CommandName) throws(CommandParseError) {
    try expect(count...count, words, name)
  }

  private static func expect(_ counts: ClosedRange<Int>, _ words: [ShellWord], _ name: CommandName)
    throws(CommandParseError)
  {
    if words.count > counts.upperBound {
      throw CommandParseError("too many words; it is: \(name.usage) (quote names that have spaces)")
    }
    if words.count < counts.lowerBound { throw CommandParseError("something is missing; it is: \(name.usage)") }
  }

  private static func path(_ word: ShellWord) throws(CommandParseError) -> PathWord {
    guard let path = PathWord(word) else { throw CommandParseError("an empty name is no file's") }
    return path
  }

  private static func output(_ word: ShellWord) throws(CommandParseError) -> RawPath {
    RawPath(try path(word).path, namesFolder: word.fileName.hasSuffix("/"))
  }

  private static func place(_ word: ShellWord) throws(CommandParseError) -> Int {
    guard let place = Int(word.text) else {
      throw CommandParseError("'\(word.text.displayedRaw)' is no number; list shows the photos' numbers")
    }
    return place
  }

  private static func optional<Value: ExpressibleByArgument>(
    _ words: [ShellWord], _ name: CommandName, _ expected: String
  ) throws(CommandParseError) -> Value? {
    try expect(0...1, words, name)
    guard let word = words.first else { return nil }
    guard let value = Value(argument: word.text) else {
      throw CommandParseError("'\(word.text.displayedRaw)' is not \(expected)")
    }
    return value
  }

  private static func layout(_ word: String) throws(CommandParseError) -> LayoutArgument {
    if word == "next" { return .next }
    if let number = Int(word), number > 0 { return .number(number) }
    guard let style = LayoutStyle(rawValue: word) else {
      throw CommandParseError("'\(word.displayedRaw)' is not a layout (\(LayoutStyle.names)), a number or next")
    }
    return .style(style)
  }

  private static func isOn(_ word: String) throws(CommandParseError) -> Bool {
    switch word.lowercased() {
    case "on": true
    case "off": false
    default: throw CommandParseError("'\(word.displayedRaw)' is neither on nor off")
    }
  }

  private static func preview(_ word: String) throws(CommandParseError) -> PreviewSetting {
    if word == "on" { return .on }
    guard let mode = PictureMode(rawValue: word) else {
      let words = PictureMode.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandParseError("'\(word.displayedRaw)' is no preview; it can be on, \(words)")
    }
    return .mode(mode)
  }
}
