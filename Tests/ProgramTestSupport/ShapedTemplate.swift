import Imaging
import PhotoCodecs

/// A template with openings of any shape, which a test draws.
package enum ShapedTemplate {
  /// - Parameter isClear: whether a pixel is part of an opening.
  package static func png(
    _ width: Int, _ height: Int, _ isClear: (_ x: Int, _ y: Int) -> Bool
  ) throws -> [UInt8] {
    let raster = Raster(
      size: PixelSize(width: width, height: height), filledWith: DrawnTemplate.colour)
    for y in 0..<height {
      raster.withRow(y) { row in
        for x in 0..<width where isClear(x, y) { row[4 * x + 3] = 0 }
      }
    }
    return try PixelBands(raster, as: .png(.default), hasAlpha: true).encoded()
  }

  package static func isInCircle(_ x: Int, _ y: Int, _ middle: (x: Int, y: Int), radius: Int)
    -> Bool
  {
    let (across, down) = (x - middle.x, y - middle.y)
    return across * across + down * down < radius * radius
  }
}
