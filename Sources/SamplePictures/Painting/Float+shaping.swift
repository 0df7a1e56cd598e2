extension Float {
  /// Between 0 and 1.
  @inline(__always)
  var clamped: Float { self < 0 ? 0 : self > 1 ? 1 : self }

  /// 0 below `low`, 1 above `high`, an S in between.
  @inline(__always)
  func eased(_ low: Float, _ high: Float) -> Float {
    let t = ((self - low) / (high - low)).clamped
    return t * t * (3 - 2 * t)
  }

  /// How much of a pixel's width around this place lies beyond `edge`, 0 to 1.
  @inline(__always)
  func beyond(_ edge: Float, pixel: Float) -> Float { ((self - edge) / pixel + 0.5).clamped }

  /// 1 at 0, falling off on both sides, a half at `width`.
  @inline(__always)
  func glow(_ width: Float) -> Float {
    let ratio = self / width
    return 1 / (1 + ratio * ratio)
  }

  /// Between `-limit` and `limit`.
  @inline(__always)
  func limited(to limit: Float) -> Float { self < -limit ? -limit : self > limit ? limit : self }
}
