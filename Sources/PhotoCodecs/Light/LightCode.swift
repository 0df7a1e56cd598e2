internal import CResampling
internal import Glibc
internal import Imaging

/// The scale of stops on which light is coded: log2(light + 1/64), where light is a linear luminance
/// and that of white 1.
enum LightCode {
  /// The codes of the numbers from 1 to 2.
  static let mantissas = LookupTable<UInt16>(
    (0..<Int(CResamplingLightMantissas)).map { index in
      let number = 1 + (Double(index) + 0.5) / Double(CResamplingLightMantissas)
      return UInt16((log2(number) * Double(CResamplingCodesPerStop)).rounded())
    })

  /// The numbers that the codes of a stop stand for.
  static let numbers = LookupTable<Float>(
    (0...Int(CResamplingCodesPerStop)).map { code in
      Float(exp2(Double(code) / Double(CResamplingCodesPerStop)))
    })

  /// The linear luminance that each sample of 8 bits adds to a pixel: 256 each for red, green and
  /// blue.
  static func luminances(in space: ColourSpace) -> LookupTable<Float> {
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
