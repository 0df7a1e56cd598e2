internal import TerminalPictures

/// Where the parts of the picker's screen are: the search in the first row, photos below it, facts about the highlighted
/// one and the keys in the last two rows, and in wide windows the collage at the right.
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
      (self.row..<self.row + rows).contains(row) && (self.column..<self.column + columns).contains(column)
    }
  }

  /// Windows of fewer columns have no room for the collage.
  private static let panelColumns = 96
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
  /// The collage, with its frame; nil in narrow windows.
  let panel: Area?
  /// Right of the photos.
  let scrollBar: Area

  /// - Parameters:
  ///   - photos: how many there are: tiles are larger where a window has room for all; nil for more than that.
  ///   - zoom: by how many rows of tiles fewer the window has, for larger ones; may be negative.
  init(_ size: TerminalSize, mode: PictureMode, photos: Int? = nil, zoom: Int = 0, hasHeadings: Bool = false) {
    self.size = size
    let areaRows = max(size.rows - 3, 1)
    hasTiles = mode.showsPictures && areaRows > Self.frame + Self.nameRows
    self.hasHeadings = hasTiles && hasHeadings
    let hasPanel = mode.showsPictures && size.columns >= Self.panelColumns && areaRows >= 8
    let panelWidth = hasPanel ? min(size.columns * 3 / 8, 90) : 0
    panel =
      hasPanel ? Area(row: 1, column: size.columns - panelWidth, rows: areaRows, columns: panelWidth) : nil
    let areaColumns = max(size.columns - panelWidth - 1, 1)
    scrollBar = Area(row: 1, column: areaColumns, rows: areaRows, columns: 1)
    guard hasTiles else {
      (columns, rows) = (1, areaRows)
      (pictureColumns, pictureRows) = (areaColumns, 1)
      return
    }
    let space = TileSpace(rows: areaRows, columns: areaColumns, extraRows: Self.nameRows + (hasHeadings ? 1 : 0))
    // As many rows of tiles as let a picture have an eighth of the window's rows, three at least.
    let wanted = min(max(areaRows / 8, 3), 10)
    let usual = max(areaRows / (wanted + space.rowsAround), 1)
    var best = (rows: usual, columns: space.usualColumns(rows: usual))
    if let photos, photos <= best.rows * best.columns {
      let grids = (1...usual).map { (rows: $0, columns: max((photos + $0 - 1) / $0, 1)) }
      best = grids.max {
        space.pictureHeight(rows: $0.rows, $0.columns) < space.pictureHeight(rows: $1.rows, $1.columns)
      }!
    }
    if zoom != 0 {
      best.rows = min(max(best.rows - zoom, 1), max(areaRows / (2 + space.rowsAround), 1))
      best.columns = space.usualColumns(rows: best.rows)
    }
    (rows, columns) = best
    pictureRows = space.pictureRows(rows: rows)
    pictureColumns = space.pictureColumns(rows: rows, columns)
  }

  /// The cells that tiles share.
  private struct TileSpace {
    let rows: Int
    let columns: Int
    /// The rows that a tile needs besides its picture and its frame.
    let extraRows: Int

    var rowsAround: Int { PickerGeometry.frame + extraRows }

    func pictureRows(rows count: Int) -> Int { max(rows / count - rowsAround, 1) }

    /// As many columns of tiles as leave each a box that a photo of 4:3 fills; a cell is about twice as high as wide.
    func usualColumns(rows count: Int) -> Int {
      let box = max(pictureRows(rows: count) * 8 / 3, 8) + PickerGeometry.frame
      return max(min((columns + PickerGeometry.gap) / (box + PickerGeometry.gap), PickerGeometry.maxTiles / count), 1)
    }

    /// No wider than twice the height.
    func pictureColumns(rows count: Int, _ columnCount: Int) -> Int {
      let share = (columns + PickerGeometry.gap) / columnCount - PickerGeometry.gap - PickerGeometry.frame
      return min(max(share, 1), max(pictureRows(rows: count) * 4, 8))
    }

    /// Of a photo of 4:3, in eighths of a row.
    func pictureHeight(rows count: Int, _ columnCount: Int) -> Int {
      min(pictureRows(rows: count) * 8, pictureColumns(rows: count, columnCount) * 3)
    }
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
      row: 1 + heading + row * (height + heading), column: column * (width + Self.gap), rows: height, columns: width)
  }

  /// The photo at a place, from 0 for the page's first; nil for none.
  func index(row: Int, column: Int) -> Int? {
    (0..<photosPerPage).first { area(of: $0).contains(row: row, column: column) }
  }

  /// The row for facts about the highlighted photo, and for messages.
  var factsRow: Int { max(size.rows - 2, 0) }
  /// The row that lists the keys.
  var keysRow: Int { max(size.rows - 1, 0) }

  /// Where the help is: in the collage's place, or over everything else.
  func helpArea(isLarge: Bool) -> Area { isLarge ? largePicture : panel ?? largePicture }
  func helpCoversPhotos(isLarge: Bool) -> Bool { isLarge || panel == nil }

  /// The cells of a photo that is shown large.
  var largePicture: Area { Area(row: 1, column: 0, rows: max(size.rows - 3, 1), columns: max(size.columns - 1, 1)) }
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
