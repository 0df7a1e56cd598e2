package import PhotoCodecs

/// Deterministic pictures that look like photographs to a codec.
package enum SamplePicture {
  /// Picture `number` at any size: the same number and size give the same pixels.
  package static func raster(_ number: Int, size: PixelSize) -> Raster {
    Raster(size: size) { x, y in
      Colour(
        red: UInt8(truncatingIfNeeded: x * 255 / size.width), green: UInt8(truncatingIfNeeded: y * 255 / size.height),
        blue: UInt8(truncatingIfNeeded: number * 40))
    }
  }
}
