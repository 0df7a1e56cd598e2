internal import ArgumentParser
internal import CollageKit
internal import LineEditing
internal import PhotoCodecs
internal import SystemPackage
internal import TerminalPictures

/// Understands a line of the prompt.
enum OrderParser {
  /// The order in a line; nil for an empty line or a comment, which begins with #.
  static func order(in line: String) throws(OrderError) -> Order? {
    let words = ShellWords.split(line)
    guard let first = words.first, !line.drop(while: \.isWhitespace).hasPrefix("#") else { return nil }
    if let open = words.last?.openQuote { throw OrderError(Self.complaint(about: open)) }
    guard let name = name(first.text) else { throw OrderError(unknown(first.text)) }
    return try order(name, Array(words.dropFirst()))
  }

  /// A command by its whole name; `exit` and `?` are what hands type out of habit.
  private static func name(_ word: String) -> OrderName? {
    switch word.lowercased() {
    case "exit": .quit
    case "?": .help
    case let word: OrderName(rawValue: word)
    }
  }

  private static func unknown(_ word: String) -> String {
    let shown = word.displayedRaw
    if let meant = Spelling.nearest(to: word, in: OrderName.allCases.map(\.rawValue)) {
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

  private static func order(_ name: OrderName, _ words: [ShellWord]) throws(OrderError) -> Order {
    switch name {
    case .add:
      guard !words.isEmpty else { throw OrderError("which photos? \(name.usage)") }
      return .add(try words.map { word throws(OrderError) in try path(word) })
    case .remove:
      guard !words.isEmpty else { throw OrderError("which photo? \(name.usage), with a number from list") }
      return .remove(try words.map { word throws(OrderError) in try place(word) })
    case .move:
      try expect(2, words, name)
      return .move(from: try place(words[0]), to: try place(words[1]))
    case .swap:
      try expect(2, words, name)
      return .swap(try place(words[0]), try place(words[1]))
    case .replace:
      try expect(2, words, name)
      return .replace(try place(words[0]), try path(words[1]))
    case .clear, .undo, .redo, .list, .quit:
      try expect(0, words, name)
      return name == .clear ? .clear : name == .undo ? .undo : name == .redo ? .redo : name == .list ? .list : .quit
    case .layout:
      try expect(0...1, words, name)
      return .layout(try words.first.map { word throws(OrderError) in try layout(word.text) })
    case .canvas: return .canvas(try optional(words, name, "auto or a size such as 2400x1600 or A4"))
    case .background: return .background(try optional(words, name, "a colour name, #rgb, #rrggbb or blur"))
    case .allowDamaged:
      try expect(0...1, words, name)
      return .allowDamaged(try words.first.map { word throws(OrderError) in try isOn(word.text) })
    case .save:
      try expect(0...1, words, name)
      return .save(try words.first.map { word throws(OrderError) in try output(word) })
    case .preview:
      try expect(0...1, words, name)
      return .preview(try words.first.map { word throws(OrderError) in try preview(word.text) })
    case .help:
      try expect(0...1, words, name)
      guard let word = words.first else { return .help(nil) }
      guard let topic = Self.name(word.text) else { throw OrderError(unknown(word.text)) }
      return .help(topic)
    }
  }

  private static func expect(_ count: Int, _ words: [ShellWord], _ name: OrderName) throws(OrderError) {
    try expect(count...count, words, name)
  }

  private static func expect(_ counts: ClosedRange<Int>, _ words: [ShellWord], _ name: OrderName) throws(OrderError) {
    if words.count > counts.upperBound {
      throw OrderError("too many words; it is: \(name.usage) (quote names that have spaces)")
    }
    if words.count < counts.lowerBound { throw OrderError("something is missing; it is: \(name.usage)") }
  }

  private static func path(_ word: ShellWord) throws(OrderError) -> PathWord {
    guard let path = PathWord(word) else { throw OrderError("an empty name is no file's") }
    return path
  }

  private static func output(_ word: ShellWord) throws(OrderError) -> RawPath {
    RawPath(try path(word).path, namesFolder: word.fileName.hasSuffix("/"))
  }

  private static func place(_ word: ShellWord) throws(OrderError) -> Int {
    guard let place = Int(word.text) else {
      throw OrderError("'\(word.text.displayedRaw)' is no number; list shows the photos' numbers")
    }
    return place
  }

  private static func optional<Value: ExpressibleByArgument>(
    _ words: [ShellWord], _ name: OrderName, _ expected: String
  ) throws(OrderError) -> Value? {
    try expect(0...1, words, name)
    guard let word = words.first else { return nil }
    guard let value = Value(argument: word.text) else {
      throw OrderError("'\(word.text.displayedRaw)' is not \(expected)")
    }
    return value
  }

  private static func layout(_ word: String) throws(OrderError) -> LayoutWish {
    if word == "next" { return .next }
    if let number = Int(word), number > 0 { return .number(number) }
    guard let style = LayoutStyle(rawValue: word) else {
      throw OrderError("'\(word.displayedRaw)' is not a layout (\(LayoutStyle.names)), a number or next")
    }
    return .style(style)
  }

  private static func isOn(_ word: String) throws(OrderError) -> Bool {
    switch word.lowercased() {
    case "on": true
    case "off": false
    default: throw OrderError("'\(word.displayedRaw)' is neither on nor off")
    }
  }

  private static func preview(_ word: String) throws(OrderError) -> PreviewSetting {
    if word == "on" { return .on }
    guard let mode = PictureMode(rawValue: word) else {
      let words = PictureMode.allCases.map(\.rawValue).joined(separator: ", ")
      throw OrderError("'\(word.displayedRaw)' is no preview; it can be on, \(words)")
    }
    return .mode(mode)
  }
}
