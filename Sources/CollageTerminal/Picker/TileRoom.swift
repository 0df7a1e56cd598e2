/// The room that a window has for tiles.
struct TileRoom {
  /// How many tiles there are one below the other, and side by side.
  struct Grid {
    let rows: Int
    let columns: Int
  }

  /// The rows and columns around a tile's picture: its frame, and the name below it.
  static let frame = 2
  static let nameRows = 1
  /// Between tiles.
  static let gap = 1
  /// Smaller pictures can't be recognised.
  private static let minPictureColumns = 8
  private static let minPictureRows = 2
  /// A picture has an eighth of the window's rows, within these limits.
  private static let usualPictureRows = 3...10
  /// A terminal holds so many pictures of ours, with the collage beside them.
  private static let maxTiles = 200

  let rows: Int
  let columns: Int
  /// Around a picture.
  let rowsAround: Int

  init(rows: Int, columns: Int, hasHeadings: Bool) {
    self.rows = rows
    self.columns = columns
    rowsAround = Self.frame + Self.nameRows + (hasHeadings ? 1 : 0)
  }

  /// - Parameter count: how many rows of tiles there are.
  func pictureRows(_ count: Int) -> Int { max(rows / count - rowsAround, 1) }

  /// No wider than twice the height; a cell is about twice as high as wide.
  func pictureColumns(_ grid: Grid) -> Int {
    let share = (columns + Self.gap) / grid.columns - Self.gap - Self.frame
    return min(max(share, 1), max(pictureRows(grid.rows) * 4, Self.minPictureColumns))
  }

  /// As many columns as leave each tile a box that a photo of 4:3 fills.
  private func usualGrid(rows count: Int) -> Grid {
    let box = max(pictureRows(count) * 8 / 3, Self.minPictureColumns) + Self.frame
    let fitting = (columns + Self.gap) / (box + Self.gap)
    return Grid(rows: count, columns: max(min(fitting, Self.maxTiles / count), 1))
  }

  /// The height of a photo of 4:3, in eighths of a row.
  private func height(_ grid: Grid) -> Int {
    min(pictureRows(grid.rows) * 8, pictureColumns(grid) * 3)
  }

  /// - Parameters: as of `PickerGeometry`.
  func grid(photos: Int?, zoom: Int) -> Grid {
    let limits = Self.usualPictureRows
    let usualRows = min(max(rows / 8, limits.lowerBound), limits.upperBound)
    let usual = usualGrid(rows: max(rows / (usualRows + rowsAround), 1))
    var grid = usual
    if let photos, photos <= usual.rows * usual.columns {
      let grids = (1...usual.rows).map {
        Grid(rows: $0, columns: max((photos + $0 - 1) / $0, 1))
      }
      grid = grids.max { height($0) < height($1) }!
    }
    if zoom == 0 { return grid }
    let maxRows = max(rows / (Self.minPictureRows + rowsAround), 1)
    return usualGrid(rows: min(max(grid.rows - zoom, 1), maxRows))
  }
}
