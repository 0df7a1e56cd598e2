internal import TerminalPictures

/// A rectangle of a window's cells. Rows and columns are counted from 0 at the window's top left.
struct CellArea: Hashable {
  let row: Int
  let column: Int
  let rows: Int
  let columns: Int

  func contains(row: Int, column: Int) -> Bool {
    (self.row..<self.row + rows).contains(row)
      && (self.column..<self.column + columns).contains(column)
  }

  /// Some of its rows, in its whole width.
  func part(fromRow first: Int, rows: Int) -> CellArea {
    CellArea(row: row + first, column: column, rows: rows, columns: columns)
  }

  /// Without the frame around it.
  var inside: CellArea {
    CellArea(
      row: row + 1, column: column + 1, rows: max(rows - 2, 0), columns: max(columns - 2, 0))
  }
}

/// The rows of a window that shows a list: the search is in the first one, the list below it, and
/// facts and keys are in the last two.
extension TerminalSize {
  static let firstListRow = 1

  var listRows: Int { max(rows - 3, 1) }

  /// The row for facts about the highlighted item, and for messages.
  var factsRow: Int { max(rows - 2, 0) }

  /// The row that lists the keys.
  var keysRow: Int { max(rows - 1, 0) }
}
