import Imaging

/// The same colours in every run: Marsaglia's xorshift of 64 bits.
struct RandomColours {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> Colour {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Colour(
      red: UInt8(truncatingIfNeeded: state >> 8), green: UInt8(truncatingIfNeeded: state >> 24),
      blue: UInt8(truncatingIfNeeded: state >> 40))
  }

  mutating func raster(_ size: PixelSize) -> Raster { Raster(size: size) { _, _ in next() } }
}
