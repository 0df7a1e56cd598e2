internal import LineEditing
internal import TerminalPictures

/// How texts look on this terminal.
struct TerminalStyle {
  /// Whether bold, dim and struck-through text may be used.
  let hasAttributes: Bool
  let isUTF8: Bool
  /// Whether names of files may be links to them.
  var hasLinks = false
  /// The terminal's; nil if it isn't known.
  var background: TerminalCapabilities.Background?

  /// The separator between the parts of a row.
  var separator: String { isUTF8 ? " · " : ", " }

  /// A row of the screen, cut to the width of the window.
  func row(_ text: String, columns: Int) -> LiveRegion.Row { .text(cut(text, columns: columns)) }

  func cut(_ text: String, columns: Int) -> String {
    if DisplayWidth.columns(of: text) < columns { return text }
    return DisplayWidth.prefix(of: text, fitting: max(columns - 1 - end.count, 0)) + end
  }

  /// The first clauses that fit whole, of a message that has a row; where not even the first does,
  /// its beginning.
  func cutClauses(_ text: String, columns: Int) -> String {
    if DisplayWidth.columns(of: text) < columns { return text }
    let ends =
      text.ranges(of: "; ").map(\.lowerBound)
      + text.ranges(of: "? ").map { text.index(after: $0.lowerBound) }
    let whole = ends.sorted().map { String(text[..<$0]) }
      .last { DisplayWidth.columns(of: $0) < columns }
    return whole ?? cut(text, columns: columns)
  }

  /// The text cut in its middle, for names that differ at their ends: "birthd…0042.jpg".
  func cutMiddle(_ text: String, columns: Int) -> String {
    let room = columns - 1 - end.count
    if DisplayWidth.columns(of: text) < columns || room < 4 { return cut(text, columns: columns) }
    let last = DisplayWidth.suffix(of: text, fitting: room * 2 / 3)
    return DisplayWidth.prefix(of: text, fitting: room - DisplayWidth.columns(of: last)) + end
      + last
  }

  /// The mark where text was cut off.
  var end: String { isUTF8 ? "…" : "..." }

  static func dim(_ text: String) -> String { sgr("2", text) }

  static func sgr(_ codes: String, _ text: String) -> String { "\u{1B}[\(codes)m\(text)\u{1B}[0m" }
}

extension TerminalStyle {
  init(_ capabilities: TerminalCapabilities) {
    self.init(
      hasAttributes: !capabilities.isColourUnwanted, isUTF8: capabilities.isUTF8,
      hasLinks: capabilities.terminal != "linux", background: capabilities.background)
  }
}
