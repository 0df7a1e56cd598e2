/// The squares that programs show behind transparent pictures.
package struct Checkerboard: Sendable {
  private static let light = 255
  private static let dark = 204

  /// The sides of a square in pixels.
  private let side: Int

  /// - Parameter size: the picture's.
  package init(behind size: PixelSize) { side = max(max(size.width, size.height) / 24, 4) }

  /// The level of grey of a pixel, 0 to 255.
  package subscript(x: Int, y: Int) -> Int {
    (x / side + y / side).isMultiple(of: 2) ? Self.light : Self.dark
  }
}

extension Raster {
  /// Puts the squares behind the picture, which is opaque then: coded values are blended, as image
  /// viewers do.
  package func lay(over board: Checkerboard) {
    for y in 0..<size.height {
      withRow(y) { row in
        for x in 0..<row.count / 4 where row[4 * x + 3] < 255 {
          let alpha = Int(row[4 * x + 3])
          let ground = board[x, y] * (255 - alpha)
          for channel in 4 * x..<4 * x + 3 {
            row[channel] = UInt8((Int(row[channel]) * alpha + ground + 127) / 255)
          }
          row[4 * x + 3] = 255
        }
      }
    }
  }
}
