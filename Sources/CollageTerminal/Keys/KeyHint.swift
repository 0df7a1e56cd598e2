internal import LineEditing

/// A key in the row of hints and in the help.
struct KeyHint {
  let keys: String
  /// One or two words, for the row of hints.
  let action: String
  /// A longer text, for the help.
  let explanation: String
  /// The row shows keys with low ranks first; nil for a key that only the help shows.
  let rank: Int?
  /// The key that a click on it stands for; nil for none.
  let key: Key?

  init(_ keys: String, _ action: String, _ explanation: String, rank: Int? = nil, _ key: Key? = nil)
  {
    self.keys = keys
    self.action = action
    self.explanation = explanation
    self.rank = rank
    self.key = key
  }

  private var text: String { "\(keys) \(action)" }

  /// A hint in a row of them.
  struct Shown {
    let hint: KeyHint
    let columns: Range<Int>
  }

  /// The ranks of the words that fit into a row with gaps of two columns: as many as possible, from
  /// the first rank on.
  static func ranks(of words: [(text: String, rank: Int)], columns: Int) -> Set<Int> {
    var left = columns + 1
    return Set(
      words.sorted { $0.rank < $1.rank }.prefix { word in
        left -= word.text.count + 2
        return left >= 0
      }.map(\.rank))
  }

  /// The hints that fit into a row, in order, each with its columns. Between them are gaps of two
  /// columns.
  static func shown(_ hints: [KeyHint], from start: Int = 0, columns: Int) -> [Shown] {
    let ranked = hints.compactMap { hint in hint.rank.map { (text: hint.text, rank: $0) } }
    let ranks = Self.ranks(of: ranked, columns: columns - start)
    var column = start
    return hints.filter { $0.rank.map(ranks.contains) ?? false }.map { hint in
      defer { column += hint.text.count + 2 }
      return Shown(hint: hint, columns: column..<column + hint.text.count)
    }
  }

  /// "Tab choose  Enter done"
  static func row(_ hints: [KeyHint], from start: Int = 0, columns: Int) -> String {
    shown(hints, from: start, columns: columns).map(\.hint.text).joined(separator: "  ")
  }

  /// A row for each key, with what it does.
  static func help(_ hints: [KeyHint], width: Int = 0, columns: Int) -> [String] {
    let width = (hints.map(\.keys.count) + [width]).max()! + 2
    return hints.flatMap { hint in
      DisplayWidth.rows(
        of: hint.keys.padded(to: width) + hint.explanation, columns: columns, indent: width)
    }
  }
}
