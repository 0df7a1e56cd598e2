/// Whether photos keep their colours.
package enum Tone: String, Hashable, Sendable, CaseIterable {
  case none
  case grey
  case sepia

  /// What a grey becomes in linear light; of the same luminance, but for the brightest ones, which
  /// have no room for more red.
  private var tint: SIMD3<Double>? {
    switch self {
    case .none: nil
    case .grey: SIMD3(1, 1, 1)
    case .sepia: SIMD3(1.3, 0.935, 0.58)
    }
  }

  /// What makes the tone of linear values: their luminance, tinted. Nil if colours are kept.
  package func matrix(in space: ColourSpace) -> Matrix3? {
    guard let tint else { return nil }
    let luminance = space.luminance
    return Matrix3(tint * luminance.x, tint * luminance.y, tint * luminance.z)
  }
}

extension ColourSpace {
  /// The luminance of linear red, green and blue, as IEC 61966-2-1 and SMPTE EG 432-1 have them.
  fileprivate var luminance: SIMD3<Double> {
    switch self {
    case .sRGB: SIMD3(0.2126, 0.7152, 0.0722)
    case .displayP3: SIMD3(0.2290, 0.6917, 0.0793)
    }
  }
}
