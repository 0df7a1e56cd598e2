internal import Imaging

extension ColourSpace {
  /// Each primary's share of white's luminance.
  var luminances: SIMD3<Float> {
    let primaries: Chromaticities =
      switch self {
      case .sRGB: .rec709
      case .displayP3: .displayP3
      }
    guard let luminances = primaries.luminances else {
      preconditionFailure("a collage's space spans colours")
    }
    return SIMD3<Float>(luminances)
  }
}
