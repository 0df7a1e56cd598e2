extension DisplayWidth {
  /// A text as rows, broken between words; a word that is longer than a row is not split.
  ///
  /// - Parameters:
  ///   - columns: the maximum width of a row in columns.
  ///   - indent: the number of spaces at the start of every row but the first.
  package static func rows(of text: String, columns: Int, indent: Int) -> [String] {
    var rows: [String] = []
    var row = ""
    var rest = text[...]
    while !rest.isEmpty {
      let gap = rest.prefix { $0 == " " }
      let word = rest.dropFirst(gap.count).prefix { $0 != " " }
      rest = rest[word.endIndex...]
      let hasWord = row.contains { $0 != " " }
      if hasWord, self.columns(of: row) + gap.count + self.columns(of: word) > columns {
        rows.append(row)
        row = String(repeating: " ", count: indent) + word
      } else {
        row += gap + word
      }
    }
    return rows + [row]
  }
}
