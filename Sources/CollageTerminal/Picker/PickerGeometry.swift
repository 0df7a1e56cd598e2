internal import TerminalPictures

/// Where the parts of the picker's screen are: the search in the first row, photos below it, facts
/// about the highlighted one and the keys in the last two rows, and in wide windows a panel at the
/// right: the highlighted photo, and below it the collage.
///
/// Rows and columns are counted from 0 at the window's top left.
struct PickerGeometry: Hashable {
  /// A rectangle of cells.
  struct Area: Hashable {
    let row: Int
    let column: Int
    let rows: Int
    let columns: Int

    func contains(row: Int, column: Int) -> Bool {
      (self.row..<self.row + rows).contains(row)
        && (self.column..<self.column + columns).contains(column)
    }
  }

  /// Windows of fewer columns have no room for the panel.
  private static let panelColumns = 96
  /// A panel of fewer rows shows the collage alone: the highlighted photo is among the tiles, too.
  private static let sharedPanelRows = 16
  /// Windows of fewer columns have no room for the help beside the photos.
  private static let helpColumns = 64
  /// The rows and columns around a tile's picture: its frame, and the name below it.
  private static let frame = 2
  private static let nameRows = 1
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
  private let panel: Area?
  /// The highlighted photo, with its frame; nil where there is no room for it.
  let photo: Area?
  /// The collage, with its frame; nil in narrow windows.
  let collage: Area?
  /// The help, with its frame, when the user has asked for it: beside the photos; nil in narrow
  /// windows, where it covers them.
  let helpColumn: Area?
  /// Right of the photos.
  let scrollBar: Area

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
    let areaRows = max(size.rows - 3, 1)
    hasTiles = mode.showsPictures && areaRows > Self.frame + Self.nameRows
    self.hasHeadings = hasTiles && hasHeadings
    let hasPanel = mode.showsPictures && size.columns >= Self.panelColumns && areaRows >= 8
    let hasHelpColumn = showsHelp && (hasPanel || size.columns >= Self.helpColumns)
    let sideColumns =
      hasPanel ? min(size.columns * 3 / 8, 90) : hasHelpColumn ? min(size.columns / 2, 48) : 0
    let side = Area(
      row: 1, column: size.columns - sideColumns, rows: areaRows, columns: sideColumns)
    panel = hasPanel ? side : nil
    helpColumn = hasHelpColumn ? side : nil
    let photoRows = hasPanel && areaRows >= Self.sharedPanelRows ? (areaRows + 1) / 2 : 0
    photo = photoRows > 0 ? side.part(fromRow: 0, rows: photoRows) : nil
    collage = hasPanel ? side.part(fromRow: photoRows, rows: areaRows - photoRows) : nil
    let areaColumns = max(size.columns - sideColumns - 1, 1)
    scrollBar = Area(row: 1, column: areaColumns, rows: areaRows, columns: 1)
    guard hasTiles else {
      (columns, rows) = (1, areaRows)
      (self.pictureColumns, self.pictureRows) = (areaColumns, 1)
      return
    }
    let rowsAround = Self.frame + Self.nameRows + (hasHeadings ? 1 : 0)
    func pictureRows(_ rows: Int) -> Int { max(areaRows / rows - rowsAround, 1) }
    // As many columns as leave each tile a box that a photo of 4:3 fills; a cell is about twice as
    // high as wide.
    func usualColumns(_ rows: Int) -> Int {
      let box = max(pictureRows(rows) * 8 / 3, 8) + Self.frame
      return max(min((areaColumns + Self.gap) / (box + Self.gap), Self.maxTiles / rows), 1)
    }
    // No wider than twice the height.
    func pictureColumns(_ grid: (rows: Int, columns: Int)) -> Int {
      let share = (areaColumns + Self.gap) / grid.columns - Self.gap - Self.frame
      return min(max(share, 1), max(pictureRows(grid.rows) * 4, 8))
    }
    // Of a photo of 4:3, in eighths of a row.
    func height(_ grid: (rows: Int, columns: Int)) -> Int {
      min(pictureRows(grid.rows) * 8, pictureColumns(grid) * 3)
    }
    // As many rows of tiles as let a picture have an eighth of the window's rows, three at least.
    let usual = max(areaRows / (min(max(areaRows / 8, 3), 10) + rowsAround), 1)
    var grid = (rows: usual, columns: usualColumns(usual))
    if let photos, photos <= grid.rows * grid.columns {
      let grids = (1...usual).map { (rows: $0, columns: max((photos + $0 - 1) / $0, 1)) }
      grid = grids.max { height($0) < height($1) }!
    }
    if zoom != 0 {
      grid.rows = min(max(grid.rows - zoom, 1), max(areaRows / (2 + rowsAround), 1))
      grid.columns = usualColumns(grid.rows)
    }
    (rows, columns) = grid
    self.pictureRows = pictureRows(rows)
    self.pictureColumns = pictureColumns(grid)
  }

  /// How many photos the window shows at a time.
  var photosPerPage: Int { columns * rows }

  /// The place of a photo, with its frame and its name.
  ///
  /// - Parameter index: from 0 for the page's first photo.
  func area(of index: Int) -> Area {
    let (row, column) = (index / columns, index % columns)
    guard hasTiles else { return Area(row: 1 + index, column: 0, rows: 1, columns: pictureColumns) }
    let (height, width) = (pictureRows + Self.frame + Self.nameRows, pictureColumns + Self.frame)
    let heading = hasHeadings ? 1 : 0
    return Area(
      row: 1 + heading + row * (height + heading), column: column * (width + Self.gap),
      rows: height, columns: width)
  }

  /// The photo at a place, from 0 for the page's first; nil for none.
  func index(row: Int, column: Int) -> Int? {
    (0..<photosPerPage).first { area(of: $0).contains(row: row, column: column) }
  }

  /// The row for facts about the highlighted photo, and for messages.
  var factsRow: Int { max(size.rows - 2, 0) }
  /// The row that lists the keys.
  var keysRow: Int { max(size.rows - 1, 0) }

  /// The cells of a photo that is shown large.
  var largePicture: Area {
    let columns = helpColumn.map { $0.column - 1 } ?? size.columns - 1
    return Area(row: 1, column: 0, rows: max(size.rows - 3, 1), columns: max(columns, 1))
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

extension PickerGeometry.Area {
  /// Some of its rows, in its whole width.
  fileprivate func part(fromRow first: Int, rows: Int) -> Self {
    PickerGeometry.Area(row: row + first, column: column, rows: rows, columns: columns)
  }

  /// Without the frame around it.
  var inside: Self {
    PickerGeometry.Area(
      row: row + 1, column: column + 1, rows: max(rows - 2, 0), columns: max(columns - 2, 0))
  }
}
