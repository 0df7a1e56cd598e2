internal import PhotoCodecs

/// The classic: fewer than three photos in one row, more in two; filled row by row.
enum GridLayout {
  /// Nil when a frame would be empty.
  static func layout(of count: Int, on canvas: PixelSize) -> CollageLayout? {
    guard count > 0 else { return nil }
    let rows = count < 3 ? 1 : 2
    // count / rows, rounded half up.
    let columns = (2 * count + rows) / (2 * rows)
    let acrossCuts = cuts(of: canvas.width, into: columns)
    let frames = (0..<count).map { index in
      let row = index / columns
      let column = index % columns
      let downCuts = cuts(of: canvas.height, into: rows)
      return PixelRect(
        x: acrossCuts[column], y: downCuts[row], width: acrossCuts[column + 1] - acrossCuts[column],
        height: downCuts[row + 1] - downCuts[row])
    }
    guard frames.allSatisfy({ $0.width > 0 && $0.height > 0 }) else { return nil }
    return CollageLayout(canvas: canvas, frames: frames)
  }

  /// The borders of equal parts. The cuts are rounded, never the parts, so nothing drifts and no seam opens.
  private static func cuts(of length: Int, into parts: Int) -> [Int] {
    (0...parts).map { (2 * $0 * length + parts) / (2 * parts) }
  }
}
