internal import Glibc
internal import Imaging

/// A high dynamic range colour space: a curve, the primaries and the peak luminance.
package struct HDRSpace: Hashable, Sendable {
  let curve: HDRCurve
  /// Whether samples use the full range of values instead of the narrow range of video.
  let isFullRange: Bool
  /// From linear values to XYZ under D50.
  let toXYZ: Matrix3
  /// Each primary's share of white's luminance.
  let luminances: SIMD3<Double>
  /// The highest luminance that stays distinguishable, in cd/m2.
  let peak: Double

  /// The headroom above white, in stops, with which a display shows it in full.
  var headroom: Double { log2(peak / ToneMap.white) }

  /// The assumed peak of PQ photos that don't state one, in cd/m2: that of most mastering displays.
  static let usualPeak = 1_000.0

  /// - Parameter peak: in cd/m2, as stated by a PQ photo, clamped to 203...10,000; `usualPeak` if
  ///   nil or not above 0. HLG ignores it.
  /// - Returns: nil if the primaries don't span a colour space.
  init?(_ curve: HDRCurve, _ primaries: Chromaticities, isFullRange: Bool = true, peak: Double?) {
    guard let toXYZ = primaries.toXYZ, let luminances = primaries.luminances else { return nil }
    self.curve = curve
    self.isFullRange = isFullRange
    self.toXYZ = toXYZ
    self.luminances = luminances
    switch curve {
    case .pq:
      self.peak =
        peak.flatMap { $0 > 0 ? min(max($0, ToneMap.white), PQ.peak) : nil } ?? Self.usualPeak
    case .hlg: self.peak = HLG.peak
    }
  }
}
