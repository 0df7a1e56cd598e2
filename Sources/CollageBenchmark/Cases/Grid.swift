import PhotoCodecs

/// Equal frames without gaps, filled row by row.
struct Grid: Sendable {
  let canvas: PixelSize
  let columns: Int
  let rows: Int

  /// The canvas must divide into whole frames, or the programs would round in different ways.
  init(count: Int, columns: Int, canvas: PixelSize) {
    self.canvas = canvas
    self.columns = columns
    rows = (count + columns - 1) / columns
    precondition(canvas.width % columns == 0 && canvas.height % rows == 0, "frames are not whole pixels")
  }

  var frame: PixelSize { PixelSize(width: canvas.width / columns, height: canvas.height / rows) }

  /// As programs want it: `3x2`.
  var tiles: String { "\(columns)x\(rows)" }

  /// What photos may be reduced to while they are read: twice the frame, which leaves a filter enough to work on.
  var roomyFrame: PixelSize { PixelSize(width: frame.width * 2, height: frame.height * 2) }

  /// Where the photo with this index goes.
  func place(_ index: Int) -> PixelRect {
    PixelRect(
      x: index % columns * frame.width, y: index / columns * frame.height, width: frame.width,
      height: frame.height)
  }
}
