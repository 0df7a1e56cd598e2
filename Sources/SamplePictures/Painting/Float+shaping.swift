extension Float {
  /// The value, clamped to 0...1.
  @inline(__always)
  var clamped: Float { self < 0 ? 0 : self > 1 ? 1 : self }

  /// 0 below `low`, 1 above `high`, a smooth step in between.
  @inline(__always)
  func eased(_ low: Float, _ high: Float) -> Float {
    let t = ((self - low) / (high - low)).clamped
    return t * t * (3 - 2 * t)
  }

  /// The share of a pixel around this position that lies beyond `edge`, 0 to 1.
  @inline(__always)
  func beyond(_ edge: Float, pixel: Float) -> Float { ((self - edge) / pixel + 0.5).clamped }

  /// 1 at 0, falling off on both sides, 0.5 at `width`.
  @inline(__always)
  func glow(_ width: Float) -> Float {
    let ratio = self / width
    return 1 / (1 + ratio * ratio)
  }

  /// The value, clamped to `-limit...limit`.
  @inline(__always)
  func limited(to limit: Float) -> Float { self < -limit ? -limit : self > limit ? limit : self }
}
