package import Imaging

extension Raster {
  /// No pixel like another.
  package static func noise(_ size: PixelSize, seed: UInt64 = 1) -> Raster {
    var numbers = Numbers(seed: seed)
    func channel() -> UInt8 { UInt8(numbers.next(below: 256)) }
    return Raster(size: size) { _, _ in Colour(red: channel(), green: channel(), blue: channel()) }
  }
}
