internal import Imaging

/// Linear luminances, of which that of white is 1.
enum Luminance {
  /// What each sample of 8 bits adds to a pixel's: 256 each for red, green and blue.
  static func ofSamples(in space: ColourSpace) -> LookupTable<Float> {
    switch space {
    case .sRGB: inSRGB
    case .displayP3: inDisplayP3
    }
  }

  private static let inSRGB = table(.sRGB)
  private static let inDisplayP3 = table(.displayP3)

  private static func table(_ space: ColourSpace) -> LookupTable<Float> {
    let shares = shares(of: space.rgb)
    return LookupTable(
      (0..<3).flatMap { channel in
        (0...255).map { Float(shares[channel] * SRGB.linear(Double($0) / 255)) }
      })
  }

  /// Each primary's share of white's luminance under daylight, to which displays are adapted.
  static func shares(of space: RGBSpace) -> SIMD3<Double> {
    let ofSRGB = SIMD3(0.2126, 0.7152, 0.0722)
    guard let matrix = space.linearMatrix(to: .sRGB) else { return ofSRGB }
    let columns = matrix.columns.map { ($0 * ofSRGB).sum() }
    return SIMD3(columns[0], columns[1], columns[2])
  }
}
