internal import TerminalPictures

/// Where the parts of the picker's screen are: the search in the first row, photos below it, facts
/// about the highlighted one and the keys in the last two rows, and in wide windows a panel at the
/// right: the highlighted photo, and below it the collage.
///
/// Rows and columns are counted from 0 at the window's top left.
struct PickerGeometry: Hashable {
  /// How many tiles there are one below the other, and side by side.
  private struct Grid {
    var rows: Int
    var columns: Int

    var count: Int { rows * columns }
  }

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
  /// The rows and columns around a tile's picture: its frame, and the name below it.
  private static let frame = 2
  static let nameRows = 1
  /// Smaller pictures can't be recognised.
  private static let minPictureColumns = 8
  private static let minPictureRows = 2
  /// A picture has an eighth of the window's rows, within these limits.
  private static let usualPictureRows = 3...10
  /// A terminal holds so many pictures of ours, with the collage beside them.
  private static let maxTiles = 200
  /// Between tiles.
  private static let gap = 1

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
  /// At the right of wide windows.
  private let panel: CellArea?
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
    hasTiles = mode.showsPictures && areaRows > Self.frame + Self.nameRows
    self.hasHeadings = hasTiles && hasHeadings
    let hasPanel = mode.showsPictures && size.columns >= Self.panelColumns
      && areaRows >= Self.panelRows
    let hasHelpColumn = showsHelp && (hasPanel || size.columns >= Self.helpColumns)
    let sideColumns: Int
    if hasPanel {
      sideColumns = min(size.columns * 3 / 8, Self.maxPanelColumns)
    } else {
      sideColumns = hasHelpColumn ? min(size.columns / 2, Self.maxHelpColumns) : 0
    }
    let side = CellArea(
      row: TerminalSize.firstListRow, column: size.columns - sideColumns, rows: areaRows, columns: sideColumns)
    panel = hasPanel ? side : nil
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

  /// The room that a window has for tiles.
  private struct TileRoom {
    let rows: Int
    let columns: Int
    /// Around a picture.
    let rowsAround: Int

    init(rows: Int, columns: Int, hasHeadings: Bool) {
      self.rows = rows
      self.columns = columns
      rowsAround = PickerGeometry.frame + PickerGeometry.nameRows + (hasHeadings ? 1 : 0)
    }

    /// - Parameter count: how many rows of tiles there are.
    func pictureRows(_ count: Int) -> Int { max(rows / count - rowsAround, 1) }

    /// No wider than twice the height; a cell is about twice as high as wide.
    func pictureColumns(_ grid: Grid) -> Int {
      let share = (columns + PickerGeometry.gap) / grid.columns - PickerGeometry.gap - PickerGeometry.frame
      return min(max(share, 1), max(pictureRows(grid.rows) * 4, PickerGeometry.minPictureColumns))
    }

    /// As many columns as leave each tile a box that a photo of 4:3 fills.
    private func usualGrid(rows count: Int) -> Grid {
      let box = max(pictureRows(count) * 8 / 3, PickerGeometry.minPictureColumns) + PickerGeometry.frame
      let fitting = (columns + PickerGeometry.gap) / (box + PickerGeometry.gap)
      return Grid(rows: count, columns: max(min(fitting, PickerGeometry.maxTiles / count), 1))
    }

    /// The height of a photo of 4:3, in eighths of a row.
    private func height(_ grid: Grid) -> Int {
      min(pictureRows(grid.rows) * 8, pictureColumns(grid) * 3)
    }

    func grid(photos: Int?, zoom: Int) -> Grid {
      let usualRows = min(
        max(rows / 8, PickerGeometry.usualPictureRows.lowerBound), PickerGeometry.usualPictureRows.upperBound)
      let usual = usualGrid(rows: max(rows / (usualRows + rowsAround), 1))
      var grid = usual
      if let photos, photos <= usual.count {
        let grids = (1...usual.rows).map {
          Grid(rows: $0, columns: max((photos + $0 - 1) / $0, 1))
        }
        grid = grids.max { height($0) < height($1) }!
      }
      if zoom == 0 { return grid }
      let maxRows = max(rows / (PickerGeometry.minPictureRows + rowsAround), 1)
      return usualGrid(rows: min(max(grid.rows - zoom, 1), maxRows))
    }
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
    let height = pictureRows + Self.frame + Self.nameRows
    let width = pictureColumns + Self.frame
    let heading = hasHeadings ? 1 : 0
    return CellArea(
      row: first + heading + index / columns * (height + heading),
      column: index % columns * (width + Self.gap), rows: height, columns: width)
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
