/// What Tab does with the candidates for a word: text to insert, or choices to show.
package struct Completion: Hashable, Sendable {
  /// One possible completion of the word.
  package struct Candidate: Hashable, Sendable {
    /// The whole word, unquoted, including the part already typed.
    package let text: String
    /// The text shown in the list of choices, such as the last component of a path.
    package let label: String
    /// Whether this completes the word; false for a folder, where the path continues.
    package let isFinal: Bool

    package init(_ text: String, label: String? = nil, isFinal: Bool = true) {
      self.text = text
      self.label = label ?? text
      self.isFinal = isFinal
    }
  }

  /// The replacement for the word, quoted as the user began it; nil if nothing would change.
  package let replacement: String?
  /// The labels to choose from, in their visible form; empty if there is a replacement or nothing
  /// to choose from.
  package private(set) var choices: [String]

  package init(of cursor: WordUnderCursor, with candidates: [Candidate]) {
    let word = cursor.word
    let common = Self.commonBeginning(of: candidates.map(\.text))
    let only = candidates.count == 1 ? candidates.first : nil
    // Candidates matched without regard to case may share less than the user has typed.
    let adds = common.unicodeScalars.count > word.text.unicodeScalars.count
    if let only, adds || only.isFinal || !only.text.isIdentical(to: word.text) {
      replacement = Self.raw(common, for: cursor, isFinal: only.isFinal)
    } else {
      replacement = adds ? Self.raw(common, for: cursor, isFinal: false) : nil
    }
    choices =
      replacement == nil && candidates.count > 1 ? candidates.map { VisibleForm.of($0.label) } : []
  }

  private static func commonBeginning(of texts: [String]) -> String {
    guard var common = texts.first.map({ Array($0.unicodeScalars) }) else { return "" }
    for text in texts.dropFirst() {
      let length = zip(common, text.unicodeScalars).prefix { $0 == $1 }.count
      common.removeLast(common.count - length)
    }
    return String(String.UnicodeScalarView(common))
  }

  /// The word, quoted as the user began it, followed by a separator if it is complete.
  private static func raw(_ text: String, for cursor: WordUnderCursor, isFinal: Bool) -> String {
    let word = cursor.word
    let next = cursor.after.unicodeScalars.first
    let quote: ShellWord.Quote = word.isAllInOpenQuote ? word.openQuote ?? .backslash : .backslash
    let closesItself = (quote == .single && next == "'") || (quote == .double && next == "\"")
    let raw = ShellWords.quoted(
      text, as: quote, keepsTilde: word.startsWithTilde, isOpen: !isFinal || closesItself)
    return isFinal && !closesItself && next.map(ShellWords.isBlank) != true ? raw + " " : raw
  }

  // MARK: Showing the choices

  /// The choices in columns, read downwards, as rows that fit a window with this many columns.
  ///
  /// - Parameter limit: the maximum number of rows, at least 1. If not all choices fit, the last
  ///   row says how many more.
  package func rows(columns: Int, limit: Int) -> [String] {
    let page = Page(choices, columns: columns, limit: limit)
    let note = "and \(choices.count - page.shown) more"
    return page.table + (page.shown < choices.count ? [String(note.prefix(page.width))] : [])
  }

  /// How many choices `rows` shows.
  package func shownCount(columns: Int, limit: Int) -> Int {
    Page(choices, columns: columns, limit: limit).shown
  }

  /// The same completion without the first choices, for the next page.
  package func droppingChoices(_ count: Int) -> Completion {
    var rest = self
    rest.choices.removeFirst(min(count, choices.count))
    return rest
  }

  /// As many choices as fit in a window.
  private struct Page {
    /// Of the window, in columns.
    let width: Int
    /// How many choices fit.
    let shown: Int
    private let labels: [String]
    /// How many choices are beside each other.
    private let across: Int
    /// The width of a cell in columns: that of the widest label, and the gap after it.
    private let cell: Int

    init(_ choices: [String], columns: Int, limit: Int) {
      let gap = 2
      width = max(columns - 1, 1)
      labels = choices.map { [width] in String(DisplayWidth.prefix(of: $0, fitting: width)) }
      cell = (labels.map { DisplayWidth.columns(of: $0) }.max() ?? 0) + gap
      across = max((width + gap) / cell, 1)
      let fits = (choices.count + across - 1) / across <= max(limit, 1)
      shown = fits ? choices.count : (max(limit, 1) - 1) * across
    }

    /// Its rows.
    var table: [String] {
      let count = (shown + across - 1) / across
      return (0..<count).map { row in
        stride(from: row, to: shown, by: count).reduce(into: "") { text, index in
          let isLast = index + count >= shown
          let gap = isLast ? 0 : cell - DisplayWidth.columns(of: labels[index])
          text += labels[index] + String(repeating: " ", count: gap)
        }
      }
    }
  }
}
