/// What a gain map's values mean: how much brighter a photo's HDR rendition is than its SDR one.
/// All in log2 (stops), per channel where there are three.
package struct GainMapMetadata: Hashable, Sendable {
  package enum Curve: Hashable, Sendable {
    /// HDR = (SDR + offsetSDR) * 2^(lerp(min, max, value^(1/gamma))) - offsetHDR, in linear light,
    /// for a display with all of the headroom.
    case logarithmic(
      min: SIMD3<Float>, max: SIMD3<Float>, gamma: SIMD3<Float>, offsetSDR: SIMD3<Float>,
      offsetHDR: SIMD3<Float>)
    /// Apple's: HDR = SDR * (1 + (headroom - 1) * linear(value)), where the value is decoded as
    /// sRGB.
    case apple(headroom: Float)
  }

  package let curve: Curve
  /// The headroom, in stops above SDR white, from which on the HDR rendition is shown in full
  /// (HDRCapacityMax, alternate headroom); of Apple's, log2 of the headroom.
  package let fullHeadroom: Float
  /// The headroom up to which only the SDR rendition is shown (HDRCapacityMin, base headroom).
  package let leastHeadroom: Float
  /// Whether the stored picture is the HDR one and the map leads to the SDR one.
  package let isBaseHDR: Bool

  package init(curve: Curve, fullHeadroom: Float, leastHeadroom: Float, isBaseHDR: Bool) {
    self.curve = curve
    self.fullHeadroom = fullHeadroom
    self.leastHeadroom = leastHeadroom
    self.isBaseHDR = isBaseHDR
  }
}
