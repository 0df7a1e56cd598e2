/// The part of an edited line that a window shows, on one row that never wraps.
///
/// The three texts are printed one after the other; the cursor stands before `after`. Together they take at most one column
/// less than the window has, so that the cursor has a place behind the last character.
package struct LineView: Hashable, Sendable {
  /// The prompt, cut where the window is too narrow for it and some text.
  package let prompt: String
  /// What is seen of the text before the cursor, in its visible form; begins with "<" when something is hidden.
  package let before: String
  /// What is seen of the text from the cursor on; ends with ">" when something is hidden.
  package let after: String

  /// Columns that a prompt leaves to the text, as long as that is no more than half of the window.
  private static let roomForText = 16

  /// - Parameters:
  ///   - prompt: Plain text; styles are put around `self.prompt` when it is printed.
  ///   - columns: The window's width; 0 shows nothing.
  package init(prompt: String, before: ArraySlice<Character>, after: ArraySlice<Character>, columns: Int) {
    self.prompt = String(DisplayWidth.prefix(of: prompt, fitting: Self.columnsForPrompt(in: columns)))
    let room = max(columns - 1, 0) - DisplayWidth.columns(of: self.prompt)
    let widthBefore = before.reduce(0) { $0 + $1.shownColumns }
    let isWhole = after.fits(room - widthBefore)
    let underCursor = min(after.first?.shownColumns ?? 0, room / 2)
    // Hidden columns grow by half the room at a time, so that the text stands still while the cursor moves.
    let step = max(room / 2, 1)
    let overhang = isWhole ? 0 : widthBefore + underCursor + 1 - room
    let hidden = overhang > 0 ? (overhang + step - 1) / step * step : 0
    let seen = before.seen(hiding: hidden, room: max(room - (isWhole ? 0 : underCursor + 1), 0))
    self.before = seen.text
    self.after = after.beginning(fitting: room - seen.columns)
  }

  /// How wide the prompt may be in a window.
  static func columnsForPrompt(in columns: Int) -> Int {
    let available = max(columns - 1, 0)
    return max(available - roomForText, available / 2)
  }
}

extension Character {
  /// Columns of the visible form.
  var shownColumns: Int {
    utf8.count == 1 ? (isASCIIControl ? 2 : 1) : DisplayWidth.columns(of: VisibleForm.of(self))
  }
}

extension ArraySlice<Character> {
  /// Whether everything can be seen in so many columns.
  fileprivate func fits(_ columns: Int) -> Bool {
    var left = columns
    for cluster in self {
      left -= cluster.shownColumns
      if left < 0 { return false }
    }
    return left >= 0
  }

  /// What remains to be seen when so many columns are hidden on the left, and more of them where the room asks for it.
  fileprivate func seen(hiding hidden: Int, room: Int) -> (text: String, columns: Int) {
    var start = startIndex
    var column = 0
    // The mark takes the first column that is not hidden.
    while hidden > 0, start < endIndex, column < hidden + 1 {
      column += self[start].shownColumns
      start += 1
    }
    var width = self[start...].reduce(0) { $0 + $1.shownColumns }
    while start < endIndex, width + (start > startIndex ? 1 : 0) > room {
      width -= self[start].shownColumns
      start += 1
    }
    guard start > startIndex else { return (map(VisibleForm.of).joined(), width) }
    guard room > 0 else { return ("", 0) }
    return ("<" + self[start...].map(VisibleForm.of).joined(), width + 1)
  }

  /// The beginning that so many columns show, with a mark when that is not everything.
  fileprivate func beginning(fitting columns: Int) -> String {
    guard !fits(columns) else { return map(VisibleForm.of).joined() }
    var text = ""
    var left = columns - 1
    for cluster in self {
      left -= cluster.shownColumns
      if left < 0 { break }
      text += VisibleForm.of(cluster)
    }
    return columns > 0 ? text + ">" : ""
  }
}
