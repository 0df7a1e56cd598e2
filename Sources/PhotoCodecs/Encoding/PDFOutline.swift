/// The bookmarks of a book: one for each page.
struct PDFOutline: Sendable {
  struct Bookmark: Sendable {
    let title: String
    /// The number of the page's object.
    let page: Int
  }

  private let bookmarks: [Bookmark]

  init(_ bookmarks: [Bookmark]) { self.bookmarks = bookmarks }

  /// The values of the objects.
  ///
  /// - Parameters:
  ///   - first: the number of the first of them; the others follow it.
  ///   - sections: the numbers of the pages' sections in the structure.
  func objects(from first: Int, _ sections: [Int]) -> [String] {
    let last = first + bookmarks.count
    let items = zip(bookmarks, sections).enumerated().map { index, item in
      let (bookmark, section) = item
      let number = first + 1 + index
      let previous = number > first + 1 ? "/Prev \(number - 1) 0 R" : ""
      let next = number < last ? "/Next \(number + 1) 0 R" : ""
      return "<</Title\(PDFText.string(bookmark.title))/Parent \(first) 0 R\(previous)\(next)"
        + "/Dest[\(bookmark.page) 0 R/Fit]/SE \(section) 0 R>>"
    }
    return [
      "<</Type/Outlines/First \(first + 1) 0 R/Last \(last) 0 R/Count \(bookmarks.count)>>"
    ] + items
  }
}
