package import Imaging

/// How many cells of a terminal a picture takes, and the size in pixels at which to draw it.
package struct PicturePlacement: Hashable, Sendable {
  /// The usual cell size in pixels, for terminals that don't report theirs.
  package static let usualCell = PixelSize(width: 10, height: 20)
  /// The assumed cell size for pictures that the terminal doesn't scale, if the size is unknown: so
  /// small that the picture stays within its cells.
  private static let smallCell = PixelSize(width: 6, height: 12)
  /// The maximum pixels of a picture that is sent to a terminal.
  static let maxPixels = 1_000_000

  package let mode: PictureMode
  package let columns: Int
  package let rows: Int
  /// The size of the raster to draw: its pixels are square, and it has the proportions of the
  /// cells.
  ///
  /// Blocks and characters show averages; a cell of the usual size has 2x4 pixels.
  package private(set) var pixels: PixelSize

  /// The largest placement of a canvas, accurate to half a cell in its proportions.
  ///
  /// Nil if the mode shows no picture or there is no room.
  ///
  /// - Parameters:
  ///   - windowColumns: the width of the terminal's window in columns.
  ///   - availableRows: the rows that the picture may take.
  ///   - cell: a cell's size in pixels; nil if unknown.
  package init?(
    of canvas: PixelSize, mode: PictureMode, windowColumns: Int, availableRows: Int,
    cell: PixelSize?
  ) {
    guard mode != .off, windowColumns > 0, availableRows > 0, canvas.width > 0, canvas.height > 0
    else {
      return nil
    }
    let cell = cell.flatMap(Self.plausible) ?? (mode == .sixel ? Self.smallCell : Self.usualCell)
    // The number of columns that are as wide as one row is high, times the canvas's proportions.
    let columnsPerRow =
      Double(cell.height) / Double(cell.width) * Double(canvas.width) / Double(canvas.height)
    let columns = min(
      max((Double(availableRows) * columnsPerRow).rounded(), 1), Double(windowColumns))
    let rows = min(max((columns / columnsPerRow).rounded(), 1), Double(availableRows))
    self.mode = mode
    self.columns = Int(columns)
    self.rows = Int(rows)
    let width = self.columns * cell.width
    let height = self.rows * cell.height
    switch mode {
    case .sixel:
      let size = Self.reduced(width: width, height: height, toPixels: Self.maxPixels)
      // Whole bands of sixels, so that the last one doesn't reach into the row below.
      pixels = PixelSize(
        width: size.width, height: max(size.height / SixelPicture.band, 1) * SixelPicture.band)
    case .kitty, .kittyPlaceholders, .iterm2:
      pixels = Self.reduced(width: width, height: height, toPixels: Self.maxPixels)
    case .blocks24, .blocks256, .ascii, .off:
      pixels = Self.reduced(
        width: 2 * self.columns, height: max((4 * self.columns * height + width) / (2 * width), 1),
        toPixels: Self.maxPixels)
    }
  }

  /// The same cells with fewer pixels, which the terminal enlarges: drawn and sent in a fraction of
  /// the time. Nil if the picture is small already, or is shown pixel by pixel.
  package var draft: Self? {
    switch mode {
    case .kitty, .kittyPlaceholders, .iterm2: break
    case .sixel, .blocks24, .blocks256, .ascii, .off: return nil
    }
    guard pixels.pixels > 2 * Self.draftPixels else { return nil }
    var draft = self
    draft.pixels = Self.reduced(
      width: pixels.width, height: pixels.height, toPixels: Self.draftPixels)
    return draft
  }

  /// The maximum pixels of a draft.
  private static let draftPixels = 70_000

  /// The reported size of a cell; nil for an impossible one, because some terminals report zeros or
  /// implausible numbers.
  private static func plausible(_ cell: PixelSize) -> PixelSize? {
    guard (2...200).contains(cell.width), (2...400).contains(cell.height) else { return nil }
    return (cell.width...4 * cell.width).contains(cell.height) ? cell : nil
  }

  private static func reduced(width: Int, height: Int, toPixels limit: Int) -> PixelSize {
    guard width * height > limit else { return PixelSize(width: width, height: height) }
    let scale = (Double(limit) / Double(width * height)).squareRoot()
    return PixelSize(
      width: max(Int(Double(width) * scale), 1), height: max(Int(Double(height) * scale), 1))
  }
}
