internal import PhotoCodecs

/// How a scene's coordinates lie on the pixels: y runs from 0 at the top to 1 at the bottom, x from 0 to `aspect`.
struct Viewport {
  let width: Int
  let height: Int

  init(_ size: PixelSize) {
    width = size.width
    height = size.height
  }

  /// One pixel's side.
  var pixel: Float { 1 / Float(height) }
  /// The width; the height is 1.
  var aspect: Float { Float(width) / Float(height) }

  /// The middle of a column.
  @inline(__always)
  func x(_ column: Int) -> Float { (Float(column) + 0.5) * pixel }

  /// The columns that something between two places may touch; none when all of it lies outside.
  func columns(from left: Float, to right: Float) -> Range<Int> {
    let first = Swift.max(Int(left / pixel) - 1, 0)
    return first..<Swift.max(Swift.min(Int(right / pixel) + 2, width), first)
  }

  /// The middle of a row.
  func y(_ row: Int) -> Float { (Float(row) + 0.5) * pixel }
}
