/// Colours of high dynamic range: a curve, the primaries, and how bright they get.
package struct HDRSpace: Hashable, Sendable {
  let curve: HDRCurve
  /// From linear light to XYZ under D50.
  let toXYZ: Matrix3
  /// How much of white's luminance each primary has.
  let luminances: SIMD3<Double>
  /// The brightest light that is told apart, in cd/m2.
  let peak: Double

  /// What photos in PQ are taken to reach that don't say it: what most displays that they are made on do.
  static let usualPeak = 1_000.0

  /// - Parameter peak: in cd/m2, as a photo in PQ states it; nil or nonsense when it does not.
  /// - Returns: Nil for primaries that span no colours.
  init?(_ curve: HDRCurve, _ primaries: Chromaticities, peak: Double?) {
    guard let toXYZ = primaries.toXYZ, let luminances = primaries.luminances else { return nil }
    self.curve = curve
    self.toXYZ = toXYZ
    self.luminances = luminances
    switch curve {
    case .pq: self.peak = peak.flatMap { $0 > 0 ? min(max($0, ToneMap.white), PQ.peak) : nil } ?? Self.usualPeak
    case .hlg: self.peak = HLG.peak
    }
  }
}
