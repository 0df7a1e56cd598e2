internal import TerminalPictures

/// Where the parts of the library's panel are: the search in the first row, collages below it, facts
/// and keys in the last two rows, and in wide windows the highlighted collage at the right.
///
/// Rows and columns are counted from 0 at the window's top left.
struct LibraryGeometry: Hashable {
  typealias Area = PickerGeometry.Area

  /// Windows of fewer columns have no room for the picture.
  private static let pictureColumns = 72

  let size: TerminalSize
  /// The rows that a collage takes.
  let rowsPerCollage: Int
  /// The collages, one below the other.
  let list: Area
  /// The highlighted collage's picture; nil where there is no room, or no picture can be shown.
  let picture: Area?
  /// What is known of it, below the picture.
  let details: Area?

  init(_ size: TerminalSize, mode: PictureMode) {
    self.size = size
    let rows = max(size.rows - 3, 1)
    rowsPerCollage = rows >= 6 ? 2 : 1
    let hasPicture = mode != .off && size.columns >= Self.pictureColumns && rows >= 8
    let width = hasPicture ? min(size.columns * 2 / 5, 90) : 0
    list = Area(
      row: 1, column: 0, rows: rows, columns: max(size.columns - width - (hasPicture ? 2 : 1), 1))
    guard hasPicture else {
      (picture, details) = (nil, nil)
      return
    }
    let column = size.columns - width
    let detailRows = min(max(rows / 3, 3), 8)
    picture = Area(row: 1, column: column, rows: rows - detailRows - 1, columns: width - 1)
    details = Area(
      row: size.rows - 2 - detailRows, column: column, rows: detailRows, columns: width - 1)
  }

  /// How many collages are shown at a time.
  var pageSize: Int { max(list.rows / rowsPerCollage, 1) }

  /// The place of a collage, from 0 for the first that is shown; nil for none.
  func index(row: Int, column: Int) -> Int? {
    list.contains(row: row, column: column) ? (row - list.row) / rowsPerCollage : nil
  }

  /// The row for messages, and for facts where there is no room elsewhere.
  var factsRow: Int { max(size.rows - 2, 0) }
  /// The row that lists the keys.
  var keysRow: Int { max(size.rows - 1, 0) }
}
