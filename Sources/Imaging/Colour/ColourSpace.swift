/// The colour space in which a collage is written.
package enum ColourSpace: String, Hashable, Sendable, CaseIterable {
  case sRGB = "srgb"
  /// The gamut of most phones' and many computers' screens, with sRGB's curve.
  case displayP3 = "display-p3"

  package var rgb: RGBSpace {
    switch self {
    case .sRGB: .sRGB
    case .displayP3: .displayP3
    }
  }

  /// Converts an sRGB colour to this space.
  package func colour(_ colour: Colour) -> Colour {
    guard let matrix = RGBSpace.sRGB.linearMatrix(to: rgb) else { return colour }
    let linear =
      matrix
      * SIMD3(
        SRGB.linear(Double(colour.red) / 255), SRGB.linear(Double(colour.green) / 255),
        SRGB.linear(Double(colour.blue) / 255))
    let code = { (linear: Double) in UInt8((SRGB.coded(linear) * 255).rounded()) }
    return Colour(
      red: code(linear.x), green: code(linear.y), blue: code(linear.z), alpha: colour.alpha)
  }
}
