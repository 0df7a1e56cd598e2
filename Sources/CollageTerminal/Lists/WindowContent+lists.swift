internal import LineEditing

extension WindowContent {
  /// Rows of text from the top of an area, as many as there is room for.
  mutating func put(_ rows: [String], in area: CellArea, style: TextStyle = .plain) {
    for (offset, row) in rows.prefix(area.rows).enumerated() {
      put(
        row, row: area.row + offset, column: area.column, width: area.columns, style: style)
    }
  }

  /// A text from the top of an area, in as many rows as it takes.
  mutating func put(paragraph text: String, in area: CellArea, style: TextStyle = .plain) {
    put(DisplayWidth.rows(of: text, columns: area.columns, indent: 0), in: area, style: style)
  }

  /// A picture in the middle of an area, or what there is in its place.
  mutating func put(_ tile: Tile, in area: CellArea) {
    switch tile {
    case .loading:
      let width = Tile.loadingText.count
      put(
        Tile.loadingText, row: area.row + area.rows / 2,
        column: area.column + max(area.columns - width, 0) / 2,
        width: min(width, area.columns), style: .dim)
    case .broken(let reason, _), .unavailable(let reason):
      put(paragraph: reason, in: area, style: .warning)
    case .picture(let picture, let columns, let rows):
      // One that was made for a larger window is about to be replaced.
      guard columns <= area.columns, rows <= area.rows else { return }
      put(
        picture, row: area.row + (area.rows - rows) / 2,
        column: area.column + (area.columns - columns) / 2, width: columns)
    }
  }

  /// A bar that shows which part of a list the window shows; none if it shows all.
  mutating func putScrollBar(of list: ListScreen, in area: CellArea, isUTF8: Bool) {
    let hidden = list.rowCount - list.rows
    guard hidden > 0 else { return }
    let length = max(area.rows * list.rows / list.rowCount, 1)
    let start = (area.rows - length) * list.topRow / hidden
    let thumb = isUTF8 ? "┃" : "#"
    let track = isUTF8 ? "│" : "|"
    for row in 0..<area.rows {
      let isThumb = (start..<start + length).contains(row)
      put(
        isThumb ? thumb : track, row: area.row + row, column: area.column, width: 1,
        style: isThumb ? .plain : .dim)
    }
  }
}
