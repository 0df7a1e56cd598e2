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
  /// How many photos there are side by side, and one below the other.
  let columns: Int
  let rows: Int
  /// The cells of a tile's picture.
  let pictureColumns: Int
  let pictureRows: Int
  /// The collage, with its frame; nil in narrow windows.
  let panel: Area?

  init(_ size: TerminalSize, mode: PictureMode) {
    self.size = size
    let areaRows = max(size.rows - 3, 1)
    hasTiles = mode.showsPictures && areaRows > Self.frame + Self.nameRows
    let hasPanel = mode.showsPictures && size.columns >= Self.panelColumns && areaRows >= 8
    let panelWidth = hasPanel ? min(size.columns * 3 / 8, 90) : 0
    panel =
      hasPanel ? Area(row: 1, column: size.columns - panelWidth, rows: areaRows, columns: panelWidth) : nil
    let areaColumns = size.columns - (hasPanel ? panelWidth + 1 : 0)
    guard hasTiles else {
      (columns, rows) = (1, areaRows)
      (pictureColumns, pictureRows) = (max(areaColumns, 1), 1)
      return
    }
    // As many rows of tiles as let a picture have an eighth of the window's rows, three at least.
    let wanted = min(max(areaRows / 8, 3), 10)
    rows = max(areaRows / (wanted + Self.frame + Self.nameRows), 1)
    pictureRows = areaRows / rows - Self.frame - Self.nameRows
    // A box that a photo of 4:3 fills; a cell is about twice as high as wide.
    let box = max(pictureRows * 8 / 3, 8) + Self.frame
    columns = max(min((areaColumns + Self.gap) / (box + Self.gap), Self.maxTiles / rows), 1)
    pictureColumns = max((areaColumns + Self.gap) / columns - Self.gap - Self.frame, 1)
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
    return Area(row: 1 + row * height, column: column * (width + Self.gap), rows: height, columns: width)
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
