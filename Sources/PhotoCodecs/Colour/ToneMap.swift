/// Brings light of a high dynamic range down to that of ordinary pictures, whose white is the brightest there is.
///
/// Dark and middle tones stay as they are, the bright ones are rolled off: the EETF of ITU-R BT.2390, section 5.4.1.
struct ToneMap: Sendable {
  /// The reference white of ITU-R BT.2408 in cd/m2: a white page in a photo, and the white of ordinary pictures.
  static let white = 203.0

  /// By what light is multiplied. Evenly spread over the square root of light, from 0 to `peak`.
  private let gains: [Float]
  private let peak: Float

  private static let steps = 4096

  /// - Parameter peak: the brightest light that is told apart, in cd/m2; `white` or more.
  init(peak: Double) {
    self.peak = Float(peak / Self.white)
    gains = (0...Self.steps).map { step in
      let root = Double(step) / Double(Self.steps)
      let light = peak * root * root
      return Float(light == 0 ? 1 : Self.rolledOff(light, peak: peak) / light)
    }
  }

  /// By what a pixel is multiplied whose brightest channel has this light; 1 is white.
  ///
  /// All channels alike, so that hues stay.
  @inline(__always) func gain(_ light: Float) -> Float {
    guard light < peak else { return 1 / light }
    let place = (light / peak).squareRoot() * Float(Self.steps)
    let step = Int(place)
    return gains[step] + (gains[step + 1] - gains[step]) * (place - Float(step))
  }

  /// From and to cd/m2.
  static func rolledOff(_ light: Double, peak: Double) -> Double {
    let range = PQ.coded(peak)
    let most = PQ.coded(white) / range
    let knee = 1.5 * most - 0.5
    let coded = min(PQ.coded(light) / range, 1)
    guard coded > knee, knee < 1 else { return light }
    // A Hermite spline from the knee, where it is as steep as what lies below, to the peak, where it is level.
    let t = (coded - knee) / (1 - knee)
    let (t2, t3) = (t * t, t * t * t)
    let spline = (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (-2 * t3 + 3 * t2) * most
    return PQ.luminance(spline * range)
  }
}
