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
    lay { x, y in SIMD3(repeating: board[x, y]) }
  }

  /// Puts an opaque colour behind the picture, in the same way.
  package func lay(over colour: Colour) {
    let ground = SIMD3(Int(colour.red), Int(colour.green), Int(colour.blue))
    lay { _, _ in ground }
  }

  private func lay(over ground: (_ x: Int, _ y: Int) -> SIMD3<Int>) {
    for y in 0..<size.height {
      withRow(y) { row in
        for x in 0..<row.count / 4 where row[4 * x + 3] < 255 {
          let alpha = Int(row[4 * x + 3])
          let behind = ground(x, y)
          for channel in 0..<3 {
            let mixed = Int(row[4 * x + channel]) * alpha + behind[channel] * (255 - alpha)
            row[4 * x + channel] = UInt8((mixed + 127) / 255)
          }
          row[4 * x + 3] = 255
        }
      }
    }
  }
}
