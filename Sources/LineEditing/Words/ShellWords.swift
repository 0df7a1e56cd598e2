/// Splits lines into words as a shell does, and quotes words so that splitting restores them
/// unchanged.
///
/// Blanks (spaces, tabs, line breaks) separate words. A backslash keeps the next character; `'…'`
/// keeps everything; `"…"` keeps everything except a backslash before `"`, `\`, `$`, a backtick or
/// a line break. A backslash before a line break joins the lines. There are no variables, comments
/// or operators. An unclosed quote extends to the end of the line.
package enum ShellWords {
  private enum State { case blank, bare, single, double, escape, escapeInDouble }

  /// The words of a line; accepts any text.
  package static func split(_ line: String) -> [ShellWord] {
    var words: [ShellWord] = []
    var word = ShellWord(at: line.startIndex)
    var state = State.blank
    let scalars = line.unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      if state == .blank {
        if isBlank(scalar) { continue }
        word = ShellWord(at: index)
        state = .bare
      } else if state == .bare, isBlank(scalar) {
        word.range = word.range.lowerBound..<index
        words.append(word)
        state = .blank
        continue
      }
      state = take(scalar, at: index, in: state, &word)
    }
    guard state != .blank else { return words }
    word.range = word.range.lowerBound..<line.endIndex
    word.openQuote =
      switch state {
      case .blank, .bare: nil
      case .single: .single
      case .double: .double
      case .escape, .escapeInDouble: .backslash
      }
    word.isAllInOpenQuote = word.isAllInOpenQuote && (state == .single || state == .double)
    return words + [word]
  }

  /// The first word of a line, and the whole rest as one text without any need for quotes: it is
  /// taken literally, unless it is a single quoted word.
  package static func splitFirst(_ line: String) -> (first: ShellWord, rest: String)? {
    let words = split(line)
    guard let first = words.first else { return nil }
    let rest = line.unicodeScalars[first.range.upperBound...].drop(while: \.properties.isWhitespace)
    if words.count == 2, words[1].openQuote == nil { return (first, words[1].text) }
    let end =
      rest.lastIndex { !$0.properties.isWhitespace }.map(rest.index(after:)) ?? rest.startIndex
    return (first, String(rest[..<end]))
  }

  /// The lines of a text. A line break in quotes or after a backslash doesn't end a line. If a
  /// quote is never closed, it was hardly meant as one, so then every line break ends a line.
  package static func lines(of text: String) -> [String] {
    let scalars = text.unicodeScalars
    let breaks = scalars.indices.filter { scalars[$0] == "\n" || scalars[$0] == "\r" }
    guard !breaks.isEmpty else { return [text] }
    var words = split(text)[...]
    let isClosed = words.last?.openQuote == nil
    let ends = breaks.filter { end in
      words = words.drop { $0.range.upperBound <= end }
      return !isClosed || words.first.map { end < $0.range.lowerBound } ?? true
    }
    var lines: [String] = []
    var start = scalars.startIndex
    for end in ends + [scalars.endIndex] {
      lines.append(String(scalars[start..<end]))
      start = end < scalars.endIndex ? scalars.index(after: end) : end
    }
    return lines
  }

  /// The word quoted in a given way.
  ///
  /// - Parameters:
  ///   - keepsTilde: whether a leading `~` keeps its meaning of a home folder; only for backslash
  ///     quoting.
  ///   - isOpen: whether to omit the closing quote, so that more of the word can follow.
  package static func quoted(
    _ text: String, as quote: ShellWord.Quote, keepsTilde: Bool = false, isOpen: Bool = false
  ) -> String {
    switch quote {
    case .single: "'" + replacing(in: text) { $0 == "'" ? "'\\''" : nil } + (isOpen ? "" : "'")
    case .double:
      "\"" + replacing(in: text) { "\"\\$`".unicodeScalars.contains($0) ? "\\" + String($0) : nil }
        + (isOpen ? "" : "\"")
    case .backslash: escaped(text, keepsTilde: keepsTilde, isOpen: isOpen)
    }
  }

  private static func take(
    _ scalar: Unicode.Scalar, at index: String.Index, in state: State, _ word: inout ShellWord
  ) -> State {
    switch (state, scalar) {
    case (.blank, "'"), (.bare, "'"), (.blank, "\""), (.bare, "\""):
      word.isAllInOpenQuote = index == word.range.lowerBound
      word.openingIsBare = false
      return scalar == "'" ? .single : .double
    case (.blank, "\\"), (.bare, "\\"): return .escape
    case (.blank, _), (.bare, _):
      word.append(scalar, quoted: false)
      return .bare
    case (.single, "'"), (.double, "\""):
      word.isAllInOpenQuote = false
      return .bare
    case (.single, _): word.append(scalar, quoted: true)
    case (.double, "\\"): return .escapeInDouble
    case (.double, _): word.append(scalar, quoted: true)
    case (.escape, "\n"): return .bare
    case (.escape, _):
      word.append(scalar, quoted: true)
      return .bare
    case (.escapeInDouble, "\n"): return .double
    case (.escapeInDouble, _):
      if !"\"\\$`".unicodeScalars.contains(scalar) { word.append("\\", quoted: true) }
      word.append(scalar, quoted: true)
      return .double
    }
    return state
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
  }

  // MARK: Quoting

  /// Characters with a meaning here or in a shell, in any position.
  private static let special = Set(" \t\r\n'\"\\*?[]$`&;()<>|!{}".unicodeScalars)

  private static func startsSpecially(_ text: String) -> Bool {
    text.unicodeScalars.first == "~" || text.unicodeScalars.first == "#" || FileURL.hasScheme(text)
  }

  private static func escaped(_ text: String, keepsTilde: Bool, isOpen: Bool) -> String {
    if text.isEmpty { return isOpen ? "" : "''" }
    let isHome = keepsTilde && text.unicodeScalars.first == "~"
    // Quoting the first character is enough to hide a tilde, a comment and the scheme of a URL.
    let escaped = replacing(in: text) { scalar in
      // A backslash before a line break would join the lines.
      if scalar == "\n" { return "'\n'" }
      return special.contains(scalar) ? "\\" + String(scalar) : nil
    }
    return startsSpecially(text) && !isHome ? "\\" + escaped : escaped
  }

  private static func replacing(in text: String, _ replacement: (Unicode.Scalar) -> String?)
    -> String
  {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let replacement = replacement(scalar) {
        result += replacement.unicodeScalars
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
