package import PhotoLayouts

/// At which edge the pages of a book are bound, or a single page is.
package enum Binding: String, Hashable, Sendable, CaseIterable {
  /// At the left of a PDF with several pages, else nowhere.
  case auto
  /// At the left of the first page, and of each second one after it; at the right of the others,
  /// which are on the backs.
  case left
  /// The other way round, as books in scripts that are written from right to left.
  case right
  case none

  /// What it takes of a page: how wide the margin is there at least, and how far faces and captions
  /// stay away.
  package static let width = Length("8mm")!

  /// Where a page of a book is bound.
  ///
  /// - Parameters:
  ///   - page: from 1.
  ///   - isBook: whether it is one of several in a PDF.
  func ofPage(_ page: Int, isBook: Bool) -> Binding {
    switch self {
    case .auto: isBook ? Binding.left.ofPage(page, isBook: true) : .none
    case .none: .none
    case .left: page.isMultiple(of: 2) ? .right : .left
    case .right: page.isMultiple(of: 2) ? .left : .right
    }
  }
}
