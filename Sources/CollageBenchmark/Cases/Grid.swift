import PhotoCodecs

/// Equal frames without gaps, filled row by row.
struct Grid: Sendable {
  let canvas: PixelSize
  let columns: Int
  let rows: Int

  /// The frames must be whole pixels, because programs round in different ways.
  init(count: Int, columns: Int, canvas: PixelSize) {
    self.canvas = canvas
    self.columns = columns
    rows = (count + columns - 1) / columns
    precondition(canvas.width % columns == 0 && canvas.height % rows == 0, "frames are not whole pixels")
  }

  var frame: PixelSize { PixelSize(width: canvas.width / columns, height: canvas.height / rows) }

  /// Columns and rows as command-line arguments: `3x2`.
  var tiles: String { "\(columns)x\(rows)" }

  /// The size to which a decoder may reduce photos: twice the frame, so that the resampling filter has enough pixels.
  var decodedFrame: PixelSize { PixelSize(width: frame.width * 2, height: frame.height * 2) }

  /// The frame of the photo with this index.
  func frame(at index: Int) -> PixelRect {
    PixelRect(
      x: index % columns * frame.width, y: index / columns * frame.height, width: frame.width,
      height: frame.height)
  }
}
