/// What a tagged PDF says of itself as a whole.
package struct PDFDocumentWords: Hashable, Sendable {
  /// Shown above the document, in place of its file's name.
  package let title: String
  /// The language of all texts, as in BCP 47.
  package let language: String
  /// Whether the first page is a cover: then the headings of the others are below its.
  package let hasCover: Bool

  package init(title: String, language: String, hasCover: Bool = false) {
    self.title = title
    self.language = language
    self.hasCover = hasCover
  }

  /// Those of a picture that is a document by itself, with the title that is written on it.
  init(_ words: PictureWords) {
    let written = words.title
    self.init(title: written.isEmpty ? words.kind : written, language: words.language)
  }
}

extension PictureWords {
  /// What is written as the title; empty without one.
  var title: String {
    parts.filter { $0.kind == .title }.map(\.text).joined(separator: " ")
  }
}
