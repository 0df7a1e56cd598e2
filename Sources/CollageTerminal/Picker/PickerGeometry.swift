internal import TerminalPictures

/// Where the parts of the picker's screen are: the search in the first row, photos below it, facts
/// about the highlighted one and the keys in the last two rows, and in wide windows a panel at the
/// right: the highlighted photo, and below it the collage.
///
/// Rows and columns are counted from 0 at the window's top left.
struct PickerGeometry: Hashable {
  /// Windows of fewer columns have no room for the panel.
  private static let panelColumns = 96
  /// Nor do windows with fewer rows for photos.
  private static let panelRows = 8
  private static let maxPanelColumns = 90
  /// A panel of fewer rows shows the collage alone: the highlighted photo is among the tiles, too.
  private static let sharedPanelRows = 16
  /// Windows of fewer columns have no room for the help beside the photos.
  private static let helpColumns = 64
  private static let maxHelpColumns = 48

  let size: TerminalSize
  /// Whether each photo is a tile with its picture; else a row of a list.
  let hasTiles: Bool
  /// Whether a row for the names of folders is above each row of tiles.
  let hasHeadings: Bool
  /// How many photos there are side by side, and one below the other.
  let columns: Int
  let rows: Int
  /// The cells of a tile's picture.
  let pictureColumns: Int
  let pictureRows: Int
  /// The highlighted photo, with its frame; nil where there is no room for it.
  let photo: CellArea?
  /// The collage, with its frame; nil in narrow windows.
  let collage: CellArea?
  /// The help, with its frame, when the user has asked for it: beside the photos; nil in narrow
  /// windows, where it covers them.
  let helpColumn: CellArea?
  /// Right of the photos.
  let scrollBar: CellArea

  /// - Parameters:
  ///   - photos: how many there are: tiles are larger where a window has room for all; nil for more
  ///     than that.
  ///   - zoom: by how many rows of tiles fewer the window has, for larger ones; may be negative.
  ///   - showsHelp: whether the user has asked for the help.
  init(
    _ size: TerminalSize, mode: PictureMode, photos: Int? = nil, zoom: Int = 0,
    hasHeadings: Bool = false, showsHelp: Bool = false
  ) {
    self.size = size
    let areaRows = size.listRows
    hasTiles = mode.showsPictures && areaRows > TileRoom.frame + TileRoom.nameRows
    self.hasHeadings = hasTiles && hasHeadings
    let hasPanel =
      mode.showsPictures && size.columns >= Self.panelColumns && areaRows >= Self.panelRows
    let hasHelpColumn = showsHelp && (hasPanel || size.columns >= Self.helpColumns)
    let sideColumns: Int
    if hasPanel {
      sideColumns = min(size.columns * 3 / 8, Self.maxPanelColumns)
    } else {
      sideColumns = hasHelpColumn ? min(size.columns / 2, Self.maxHelpColumns) : 0
    }
    let side = CellArea(
      row: TerminalSize.firstListRow, column: size.columns - sideColumns, rows: areaRows,
      columns: sideColumns)
    helpColumn = hasHelpColumn ? side : nil
    let photoRows = hasPanel && areaRows >= Self.sharedPanelRows ? (areaRows + 1) / 2 : 0
    photo = photoRows > 0 ? side.part(fromRow: 0, rows: photoRows) : nil
    collage = hasPanel ? side.part(fromRow: photoRows, rows: areaRows - photoRows) : nil
    let areaColumns = max(size.columns - sideColumns - 1, 1)
    scrollBar = CellArea(
      row: TerminalSize.firstListRow, column: areaColumns, rows: areaRows, columns: 1)
    guard hasTiles else {
      columns = 1
      rows = areaRows
      pictureColumns = areaColumns
      pictureRows = 1
      return
    }
    let room = TileRoom(rows: areaRows, columns: areaColumns, hasHeadings: hasHeadings)
    let grid = room.grid(photos: photos, zoom: zoom)
    rows = grid.rows
    columns = grid.columns
    pictureRows = room.pictureRows(grid.rows)
    pictureColumns = room.pictureColumns(grid)
  }

  /// How many photos the window shows at a time.
  var photosPerPage: Int { columns * rows }

  /// The place of a photo, with its frame and its name.
  ///
  /// - Parameter index: from 0 for the page's first photo.
  func area(of index: Int) -> CellArea {
    let first = TerminalSize.firstListRow
    guard hasTiles else {
      return CellArea(row: first + index, column: 0, rows: 1, columns: pictureColumns)
    }
    let height = pictureRows + TileRoom.frame + TileRoom.nameRows
    let width = pictureColumns + TileRoom.frame
    let heading = hasHeadings ? 1 : 0
    return CellArea(
      row: first + heading + index / columns * (height + heading),
      column: index % columns * (width + TileRoom.gap), rows: height, columns: width)
  }

  /// The photo at a place, from 0 for the page's first; nil for none.
  func index(row: Int, column: Int) -> Int? {
    (0..<photosPerPage).first { area(of: $0).contains(row: row, column: column) }
  }

  /// The cells of a photo that is shown large.
  var largePicture: CellArea {
    let columns = helpColumn.map { $0.column - 1 } ?? size.columns - 1
    return CellArea(
      row: TerminalSize.firstListRow, column: 0, rows: size.listRows, columns: max(columns, 1))
  }

  /// The columns left of what is at the right.
  var photosWidth: Int { scrollBar.column }
}

extension PictureMode {
  /// Whether a picture of a few cells can be recognised.
  fileprivate var showsPictures: Bool {
    switch self {
    case .kitty, .kittyPlaceholders, .iterm2, .sixel, .blocks24, .blocks256: true
    case .ascii, .off: false
    }
  }
}
