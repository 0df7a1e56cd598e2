internal import TerminalPictures

/// Where the parts of the library's panel are: the search in the first row, collages below it,
/// facts and keys in the last two rows, and in wide windows the highlighted collage at the right.
///
/// Rows and columns are counted from 0 at the window's top left.
struct LibraryGeometry: Hashable {
  /// Windows of fewer columns or rows have no room for the picture.
  private static let minColumns = 72
  private static let minRows = 8
  private static let maxPictureColumns = 90
  /// How many rows the details below the picture have.
  private static let detailRows = 3...8
  /// In windows of fewer rows, a collage takes one row.
  private static let minRowsForTwo = 6

  let size: TerminalSize
  /// The rows that a collage takes.
  let rowsPerCollage: Int
  /// The collages, one below the other.
  let list: CellArea
  /// The highlighted collage's picture; nil where there is no room, or no picture can be shown.
  let picture: CellArea?
  /// What is known of it, below the picture.
  let details: CellArea?

  init(_ size: TerminalSize, mode: PictureMode) {
    self.size = size
    let rows = size.listRows
    let first = TerminalSize.firstListRow
    rowsPerCollage = rows >= Self.minRowsForTwo ? 2 : 1
    guard mode != .off, size.columns >= Self.minColumns, rows >= Self.minRows else {
      list = CellArea(row: first, column: 0, rows: rows, columns: max(size.columns - 1, 1))
      picture = nil
      details = nil
      return
    }
    let width = min(size.columns * 2 / 5, Self.maxPictureColumns)
    // Between them are the scroll bar and a gap.
    list = CellArea(row: first, column: 0, rows: rows, columns: size.columns - width - 2)
    let side = CellArea(
      row: first, column: size.columns - width, rows: rows, columns: width - 1)
    let detailRows = min(
      max(rows / 3, Self.detailRows.lowerBound), Self.detailRows.upperBound)
    picture = side.part(fromRow: 0, rows: rows - detailRows - 1)
    details = side.part(fromRow: rows - detailRows, rows: detailRows)
  }

  /// Right of the collages.
  var scrollBar: CellArea {
    CellArea(row: list.row, column: list.columns, rows: list.rows, columns: 1)
  }

  /// How many collages are shown at a time.
  var pageSize: Int { max(list.rows / rowsPerCollage, 1) }

  /// The place of a collage, from 0 for the first that is shown; nil for none.
  func index(row: Int, column: Int) -> Int? {
    list.contains(row: row, column: column) ? (row - list.row) / rowsPerCollage : nil
  }
}
