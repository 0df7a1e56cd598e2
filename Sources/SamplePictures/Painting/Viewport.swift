internal import PhotoCodecs

/// Maps a scene's coordinates to pixels: y runs from 0 at the top to 1 at the bottom, x from 0 to `aspect`.
struct Viewport {
  let width: Int
  let height: Int

  init(_ size: PixelSize) {
    width = size.width
    height = size.height
  }

  /// The side of a pixel.
  var pixel: Float { 1 / Float(height) }
  /// The width of the scene; its height is 1.
  var aspect: Float { Float(width) / Float(height) }

  /// The centre of a column.
  @inline(__always)
  func x(_ column: Int) -> Float { (Float(column) + 0.5) * pixel }

  /// The columns that a shape between two positions may touch; empty if it lies outside of the picture.
  func columns(from left: Float, to right: Float) -> Range<Int> {
    let first = Swift.max(Int(left / pixel) - 1, 0)
    return first..<Swift.max(Swift.min(Int(right / pixel) + 2, width), first)
  }

  /// The centre of a row.
  func y(_ row: Int) -> Float { (Float(row) + 0.5) * pixel }
}
