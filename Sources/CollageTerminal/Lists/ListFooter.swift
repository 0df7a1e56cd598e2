internal import LineEditing

/// The last two rows of a list's window: facts about the highlighted item, and the keys.
struct ListFooter {
  let facts: String
  /// What the user should know, in place of the facts; nil for nothing.
  let message: String?
  let messageLook: TextStyle
  /// What stands before the keys.
  var start = ""
  let hints: [KeyHint]

  func draw(in content: inout WindowContent, _ style: TerminalStyle) {
    let (size, columns) = (content.size, content.size.columns)
    let text = message.map { style.cutClauses($0, columns: columns) }
    content.put(
      text ?? style.cut(facts, columns: columns), row: size.factsRow,
      style: message == nil ? .plain : messageLook)
    let keys = KeyHint.row(hints, from: start.count, columns: columns - 1)
    content.put(style.cut(start + keys, columns: columns), row: size.keysRow, style: .dim)
  }

  /// The key that is named at a column of the last row.
  ///
  /// - Parameter columns: of the window.
  func key(at column: Int, columns: Int) -> Key? {
    KeyHint.shown(hints, from: start.count, columns: columns - 1)
      .first { $0.columns.contains(column) }?.hint.key
  }
}
