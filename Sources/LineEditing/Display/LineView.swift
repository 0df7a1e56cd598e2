/// The visible part of an edited line, on one row that never wraps.
///
/// Print the three texts one after the other; the cursor is at the start of `after`. Together they are at least one
/// column narrower than the window, which leaves room for the cursor after the last character.
package struct LineView: Hashable, Sendable {
  /// The prompt, truncated if the window is too narrow for it and some text.
  package let prompt: String
  /// The visible text before the cursor, in its visible form; begins with "<" if something is hidden.
  package let before: String
  /// The visible text from the cursor on; ends with ">" if something is hidden.
  package let after: String

  /// Columns that the prompt leaves for the text, up to half of the window.
  private static let roomForText = 16

  /// - Parameters:
  ///   - prompt: plain text; add styles around `self.prompt` when printing.
  ///   - columns: the window's width in columns; 0 shows nothing.
  package init(prompt: String, before: ArraySlice<Character>, after: ArraySlice<Character>, columns: Int) {
    self.prompt = String(DisplayWidth.prefix(of: prompt, fitting: Self.columnsForPrompt(in: columns)))
    let room = max(columns - 1, 0) - DisplayWidth.columns(of: self.prompt)
    let isWhole = before.columns(upTo: room).map { after.columns(upTo: room - $0) != nil } ?? false
    // Reserve room for the character under the cursor and the mark after it.
    let kept = isWhole || after.isEmpty ? 0 : min(after[after.startIndex].shownColumns, room / 2) + 1
    let seen = before.end(fitting: max(room - kept, 0), step: max(room / 4, 1))
    self.before = seen.text
    self.after = after.beginning(fitting: room - seen.columns)
  }

  /// The maximum width of the prompt in a window, in columns.
  static func columnsForPrompt(in columns: Int) -> Int {
    let available = max(columns - 1, 0)
    return max(available - roomForText, available / 2)
  }
}

extension Character {
  /// The width of the visible form in columns.
  var shownColumns: Int {
    utf8.count == 1 ? (isASCIIControl ? 2 : 1) : DisplayWidth.columns(of: VisibleForm.of(self))
  }
}

extension ArraySlice<Character> {
  /// The total width in columns; nil if it exceeds `limit`.
  fileprivate func columns(upTo limit: Int) -> Int? {
    var columns = 0
    for cluster in self {
      columns += cluster.shownColumns
      if columns > limit { return nil }
    }
    return columns
  }

  /// The suffix that fits, after a mark if something is hidden.
  ///
  /// - Parameter step: hide characters in groups of this many, so that the text doesn't shift with every cursor
  ///   movement.
  fileprivate func end(fitting limit: Int, step: Int) -> (text: String, columns: Int) {
    var start = endIndex
    var columns = 0
    while start > startIndex, case let next = self[start - 1].shownColumns, columns + next <= limit {
      start -= 1
      columns += next
    }
    guard start > startIndex else { return (map(VisibleForm.of).joined(), columns) }
    while start < endIndex, columns + 1 > limit || (start - startIndex) % step != 0 {
      columns -= self[start].shownColumns
      start += 1
    }
    return limit > 0 ? ("<" + self[start...].map(VisibleForm.of).joined(), columns + 1) : ("", 0)
  }

  /// The prefix that fits, before a mark if something is hidden.
  fileprivate func beginning(fitting limit: Int) -> String {
    guard columns(upTo: limit) == nil else { return map(VisibleForm.of).joined() }
    var text = ""
    var left = limit - 1
    for cluster in self {
      left -= cluster.shownColumns
      if left < 0 { break }
      text += VisibleForm.of(cluster)
    }
    return limit > 0 ? text + ">" : ""
  }
}
