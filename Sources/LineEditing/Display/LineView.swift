/// The visible part of an edited line, on one row that never wraps.
///
/// Print the three texts one after the other; the cursor is at the start of `after`. Together they
/// are at least one column narrower than the window, which leaves room for the cursor after the
/// last character.
package struct LineView: Hashable, Sendable {
  /// The prompt, truncated if the window is too narrow for it and some text.
  package let prompt: String
  /// The visible text before the cursor, in its visible form; begins with "<" if something is
  /// hidden.
  package let before: String
  /// The visible text from the cursor on; ends with ">" if something is hidden.
  package let after: String

  /// Columns reserved for the text if the prompt is long; never more than half of the window.
  private static let roomForText = 16

  /// - Parameters:
  ///   - prompt: plain text; add styles around `self.prompt` when printing.
  ///   - cursor: the number of clusters before it.
  ///   - columns: the window's width in columns; 0 shows nothing.
  package init(prompt: String, clusters: [Character], cursor: Int, columns: Int) {
    self.prompt = String(
      DisplayWidth.prefix(of: prompt, fitting: Self.columnsForPrompt(in: columns)))
    let room = max(columns - 1, 0) - DisplayWidth.columns(of: self.prompt)
    let (before, after) = (0..<cursor, cursor..<clusters.count)
    let isWhole =
      clusters.columns(of: before, upTo: room).map {
        clusters.columns(of: after, upTo: room - $0) != nil
      } ?? false
    // Reserve room for the character under the cursor and the mark after it.
    let kept = isWhole || after.isEmpty ? 0 : min(clusters.shownColumns(at: cursor), room / 2) + 1
    let seen = clusters.end(of: before, fitting: max(room - kept, 0), step: max(room / 4, 1))
    self.before = seen.text
    self.after = clusters.beginning(of: after, fitting: room - seen.columns)
  }

  /// The maximum width of the prompt in a window, in columns.
  static func columnsForPrompt(in columns: Int) -> Int {
    let available = max(columns - 1, 0)
    return max(available - roomForText, available / 2)
  }
}

extension [Character] {
  /// The width of a cluster's visible form in columns.
  fileprivate func shownColumns(at index: Int) -> Int {
    let cluster = self[index]
    return cluster.utf8.count == 1
      ? (cluster.isASCIIControl ? 2 : 1) : DisplayWidth.columns(of: VisibleForm.of(index, in: self))
  }

  private func shown(_ range: Range<Int>) -> String {
    range.map { VisibleForm.of($0, in: self) }.joined()
  }

  /// The total width in columns; nil if it exceeds `limit`.
  fileprivate func columns(of range: Range<Int>, upTo limit: Int) -> Int? {
    var columns = 0
    for index in range {
      columns += shownColumns(at: index)
      if columns > limit { return nil }
    }
    return columns
  }

  /// The longest suffix that fits, after a mark if something is hidden.
  ///
  /// - Parameter step: characters are hidden in groups of this many, so that the text doesn't shift
  ///   with every movement of the cursor.
  fileprivate func end(of range: Range<Int>, fitting limit: Int, step: Int) -> (
    text: String, columns: Int
  ) {
    var start = range.upperBound
    var columns = 0
    while start > range.lowerBound, case let next = shownColumns(at: start - 1),
      columns + next <= limit
    {
      start -= 1
      columns += next
    }
    guard start > range.lowerBound else { return (shown(range), columns) }
    while start < range.upperBound, columns + 1 > limit || (start - range.lowerBound) % step != 0 {
      columns -= shownColumns(at: start)
      start += 1
    }
    return limit > 0 ? ("<" + shown(start..<range.upperBound), columns + 1) : ("", 0)
  }

  /// The longest prefix that fits, before a mark if something is hidden.
  fileprivate func beginning(of range: Range<Int>, fitting limit: Int) -> String {
    guard columns(of: range, upTo: limit) == nil else { return shown(range) }
    var left = limit - 1
    let fitting = range.prefix { index in
      left -= shownColumns(at: index)
      return left >= 0
    }
    return limit > 0 ? shown(fitting) + ">" : ""
  }
}
