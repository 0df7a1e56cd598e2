internal import Imaging

/// A colour with floating-point channels, coded in sRGB: 0 to 1; brighter values are clipped when
/// it is converted.
struct FloatColour: ExpressibleByIntegerLiteral {
  private let channels: SIMD3<Float>

  private init(_ channels: SIMD3<Float>) { self.channels = channels }

  init(_ red: Float, _ green: Float, _ blue: Float) { channels = SIMD3(red, green, blue) }

  /// 0xRRGGBB.
  init(integerLiteral hexadecimal: UInt32) {
    channels = SIMD3([16, 8, 0].map { Float(hexadecimal >> $0 & 0xFF) / 255 })
  }

  static func + (a: FloatColour, b: FloatColour) -> FloatColour {
    FloatColour(a.channels + b.channels)
  }

  static func * (a: FloatColour, factor: Float) -> FloatColour { FloatColour(a.channels * factor) }

  /// A mixture: this colour if `share` is 0, `other` if it is 1.
  func mixed(with other: FloatColour, _ share: Float) -> FloatColour {
    FloatColour(channels + (other.channels - channels) * share)
  }

  /// The colour with 8 bits per channel.
  var colour: Colour {
    let codes = channels.clamped(lowerBound: .zero, upperBound: .one) * 255 + 0.5
    return Colour(red: UInt8(codes.x), green: UInt8(codes.y), blue: UInt8(codes.z))
  }
}
