/// Maps high dynamic range luminances to standard dynamic range, where white is the maximum.
///
/// Dark and middle tones stay unchanged, highlights are rolled off: the EETF of ITU-R BT.2390,
/// section 5.4.1.
struct ToneMap: Sendable {
  /// The reference white of ITU-R BT.2408 in cd/m2: a white page in a photo, and white in standard
  /// dynamic range.
  static let white = 203.0

  /// The gain for linear values from 0 to `peak`, at even steps of the square root of the value.
  private let gains: [Float]
  private let peak: Float

  private static let steps = 4096

  /// - Parameter peak: the highest luminance that stays distinguishable, in cd/m2; at least
  ///   `white`.
  init(peak: Double) {
    self.peak = Float(peak / Self.white)
    gains = (0...Self.steps).map { step in
      let root = Double(step) / Double(Self.steps)
      let luminance = peak * root * root
      return Float(luminance == 0 ? 1 : Self.rolledOff(luminance, peak: peak) / luminance)
    }
  }

  /// The gain for a pixel whose brightest channel has this linear value, where 1 is white.
  ///
  /// It applies to all channels, so hues are kept.
  @inline(__always) func gain(_ linear: Float) -> Float {
    guard linear < peak else { return 1 / linear }
    let place = (linear / peak).squareRoot() * Float(Self.steps)
    let step = Int(place)
    return gains[step] + (gains[step + 1] - gains[step]) * (place - Float(step))
  }

  /// Both the argument and the result are in cd/m2.
  static func rolledOff(_ luminance: Double, peak: Double) -> Double {
    let range = PQ.coded(peak)
    let maxCoded = PQ.coded(white) / range
    let knee = 1.5 * maxCoded - 0.5
    let coded = min(PQ.coded(luminance) / range, 1)
    guard coded > knee, knee < 1 else { return luminance }
    // A Hermite spline from the knee, where its slope matches the part below, to the peak, where it
    // is flat.
    let t = (coded - knee) / (1 - knee)
    let (t2, t3) = (t * t, t * t * t)
    let spline =
      (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (-2 * t3 + 3 * t2) * maxCoded
    return PQ.luminance(spline * range)
  }
}
