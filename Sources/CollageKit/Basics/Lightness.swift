internal import Glibc

/// CIE L*, 0 for black to 100 for white.
enum Lightness {
  static func value(ofLuminance luminance: Double) -> Double {
    luminance > 216.0 / 24_389 ? 116 * cbrt(luminance) - 16 : luminance * 24_389 / 27
  }

  static func luminance(ofValue value: Double) -> Double {
    value > 8 ? pow((value + 16) / 116, 3) : value * 27 / 24_389
  }

  /// Of linear red, green and blue.
  static func luminance(of linear: SIMD3<Double>) -> Double {
    (linear * SIMD3(0.2126, 0.7152, 0.0722)).sum()
  }
}
