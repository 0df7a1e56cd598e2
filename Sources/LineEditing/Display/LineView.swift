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
    let isWhole = before.columns(upTo: room).map { after.columns(upTo: room - $0) != nil } ?? false
    // For the character under the cursor and the mark behind it.
    let kept = isWhole || after.isEmpty ? 0 : min(after[after.startIndex].shownColumns, room / 2) + 1
    let seen = before.end(fitting: max(room - kept, 0), step: max(room / 4, 1))
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
  /// How many columns everything takes; nil when they are more than so many.
  fileprivate func columns(upTo limit: Int) -> Int? {
    var columns = 0
    for cluster in self {
      columns += cluster.shownColumns
      if columns > limit { return nil }
    }
    return columns
  }

  /// The end that so many columns show, after a mark when that is not everything.
  ///
  /// - Parameter step: Characters are hidden so many at a time, so that the text stands still while the cursor moves.
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

  /// The beginning that so many columns show, before a mark when that is not everything.
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
