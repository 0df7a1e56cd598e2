/// The words of a search, as help, manual pages and the README explain them.
package enum SearchWords {
  /// Words, and the photos that they match.
  package static let table: [(words: [String], photos: String)] = [
    (["rome", "name:square"], "whose path contains it, whatever its case and accents"),
    (
      ["date:2024-07", "after:2024", "before:2024-07-15"],
      "taken then, by EXIF, XMP, IPTC or the file's date"
    ),
    (["landscape", "portrait", "square"], "of this shape, when upright"),
    (["larger:4000", "format:png"], "with more pixels on the longer side; of this format"),
    (["-WORD"], "that don't match the word"),
  ]

  /// A line for each row of the table.
  package static let help = table.map { "\($0.words.joined(separator: ", ")) - \($0.photos)" }
    .joined(
      separator: "\n")
}
