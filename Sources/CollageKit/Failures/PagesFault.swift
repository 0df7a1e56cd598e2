package import SystemPackage

/// Why pages can't be made as they were asked for, whatever is in the photos.
package enum PagesFault: Error, Hashable, Sendable, CustomStringConvertible {
  case noPhotos
  /// Several pages can't be written to one picture.
  case severalPictures(FilePath, pages: Int)
  /// A PDF holds all pages, so its name has no number.
  case numberedBook(FilePath)
  /// The number stands among the folders.
  case numberedFolder(FilePath)
  /// So many pictures can't be written at once.
  case tooManyPictures(Int, limit: Int)
  /// The text of a header or footer, by the setting's name.
  case text(String, PageText.Fault)
  /// Columns need a page whose size is known.
  case columnsWithoutSize
  /// The page has no room for a row of so many cells.
  case tooManyColumns(Int)
  /// A template has fewer openings than photos are wanted on each page.
  case openings(Int, perPage: Int)
  /// A title and headings would both stand above pages.
  case titleBesideHeadings
  /// Headings are days, and no photo says when it was taken.
  case headingsWithoutDates

  package var description: String {
    switch self {
    case .noPhotos: "there are no photos; name photos, or folders of photos"
    case .severalPictures(let path, let pages):
      "\(path.displayed): \(pages) pages need a name with {n}, the page's number, such as "
        + "page-{n}.jpg; or write one PDF"
    case .numberedBook(let path):
      "\(path.displayed): a PDF holds all pages; leave out {n}"
    case .numberedFolder(let path):
      "\(path.displayed): {n} can only be part of the file's name, not of its folder's"
    case .tooManyPictures(let count, let limit):
      "\(count) pages are too many for pictures, of which \(limit) can be written at once; write a "
        + "PDF, or raise --per-page"
    case .text(let name, let fault): "the \(name) is not valid: \(fault)"
    case .columnsWithoutSize:
      "columns need a page of known size; choose a canvas such as A4"
    case .tooManyColumns(let columns):
      "the page has no room for \(columns) columns; choose fewer, or a larger canvas"
    case .openings(let count, let perPage):
      "the template has \(count == 1 ? "1 opening" : "\(count) openings"), so a page can't have "
        + "\(perPage) photos; choose a smaller number"
    case .titleBesideHeadings:
      "the title and the headings both stand above pages; add a cover, which takes the title, or "
        + "leave one of them out"
    case .headingsWithoutDates:
      "no photo says when it was taken, so there are no headings by day; choose them by folder"
    }
  }
}
