internal import LineEditing

/// The help of a list that the user has asked for, as far as it is scrolled.
struct ListHelp {
  /// The title above it.
  static let title = "keys and search words"

  /// The row of the help that is shown first; nil while the user hasn't asked for it.
  private(set) var start: Int?

  var isShown: Bool { start != nil }

  /// A row for each key, and the words of a search below them.
  static func rows(_ hints: [KeyHint], words: String, columns: Int) -> [String] {
    KeyHint.help(hints, columns: columns) + [""]
      + DisplayWidth.rows(of: "search: " + words, columns: columns, indent: 2)
  }

  mutating func hide() { start = nil }

  /// Shows the help, more of it, or no help any more.
  ///
  /// - Parameters:
  ///   - rows: how many it has.
  ///   - room: how many fit.
  mutating func showMore(rows: Int, room: Int) {
    let next = start.map { $0 + room } ?? 0
    start = next < rows ? next : nil
  }

  /// Scrolls down by some rows; up if the number is negative.
  ///
  /// - Parameters: as above.
  mutating func scroll(by distance: Int, rows: Int, room: Int) {
    start = start.map { min(max($0 + distance, 0), rows - room) }
  }
}
