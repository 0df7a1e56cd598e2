/// A sensor's noise: in brightness above all, more of it where it is dark.
///
/// It grows with the picture's size, because a small picture is a large one that was reduced, and reducing averages it
/// away.
struct Grain {
  private let seed = Seed(0x6772_6169)
  private let strength: Float

  init(_ view: Viewport) {
    // Full at twelve megapixels.
    strength = min(Float(view.width * view.height) / 12_000_000, 1).squareRoot().squareRoot() * 0.066
  }

  @inline(__always)
  func light(_ x: Int, _ y: Int, under light: Light) -> Light {
    let bits = seed.bits(Int32(x), Int32(y))
    // The sum of two even numbers falls off on both sides.
    let brightness = Float(Int32(bits & 0xFF) + Int32(bits >> 8 & 0xFF) - 255) / 255
    let warm = Float(Int32(bits >> 16 & 0xFF) - 128) / 255
    let cold = Float(Int32(bits >> 24) - 128) / 255
    let amount = strength * (1.15 - light.green.clamped * 0.75)
    return Light(brightness + 0.4 * warm, brightness - 0.2 * (warm + cold), brightness + 0.5 * cold) * amount
  }
}
