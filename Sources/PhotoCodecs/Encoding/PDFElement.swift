/// A part of a page that the structure of a tagged PDF names.
struct PDFElement: Sendable {
  enum Role: Hashable, Sendable {
    /// Of level 1 for the most important.
    case heading(level: Int)
    /// The whole picture.
    case collage
    case photo
    case caption

    /// Of the structure type. A collage's is our own, so that figures are as many as photos;
    /// `roleMap` says that it is one, too.
    var name: String {
      switch self {
      case .heading(let level): "H\(level)"
      case .collage: "Collage"
      case .photo: "Figure"
      case .caption: "Caption"
      }
    }

    /// What takes the place of the content: the description of a picture, or the same as text.
    fileprivate var textEntry: String {
      switch self {
      case .collage, .photo: "Alt"
      case .heading, .caption: "ActualText"
      }
    }

    /// Only pictures say where they lie (ISO 32000-1, table 344).
    fileprivate var hasBox: Bool { textEntry == "Alt" }

    static let roleMap = "<</Collage/Figure>>"
  }

  let role: Role
  let text: String
  /// Of the text, where that isn't the document's.
  let language: String?
  /// As a box of the page, in its units.
  let box: String

  /// Its dictionary in the structure.
  ///
  /// - Parameters:
  ///   - parent: the number of the element that it is part of.
  ///   - page: the number of its page.
  ///   - mark: by which the page's content says that it belongs to this element.
  func value(in parent: Int, page: Int, mark: Int) -> String {
    let attributes = role.hasBox ? "/A<</O/Layout/BBox\(box)>>" : ""
    return "<</Type/StructElem/S/\(role.name)/P \(parent) 0 R/Pg \(page) 0 R/K \(mark)"
      + (language.map { "/Lang\(PDFText.string($0))" } ?? "")
      + "/\(role.textEntry)\(PDFText.string(text))\(attributes)>>"
  }
}
