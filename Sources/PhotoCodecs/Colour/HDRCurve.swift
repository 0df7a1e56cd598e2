internal import Glibc
internal import Imaging

/// The two curves of ITU-R BT.2100, for luminances above standard (SDR) white.
package enum HDRCurve: String, Hashable, Sendable, CustomStringConvertible {
  /// Perceptual quantisation, SMPTE ST 2084: samples describe a display's luminance, up to 10,000
  /// cd/m2.
  case pq = "PQ"
  /// Hybrid log-gamma: samples describe the scene's relative luminance, 0 to 1.
  case hlg = "HLG"

  package var description: String { rawValue }

  /// The linear value of every sample: in cd/m2 on the display for PQ, relative to the scene, 0 to
  /// 1, for HLG.
  func table(depth: SampleDepth, isFullRange: Bool) -> LookupTable<Float> {
    switch self {
    case .pq: (isFullRange ? Self.pqCurve : Self.narrowPQCurve).table(depth: depth)
    case .hlg: (isFullRange ? Self.hlgCurve : Self.narrowHLGCurve).table(depth: depth)
    }
  }

  private static let pqCurve = SampledCurve { depth in
    depth.fullRange.map { Float(PQ.luminance($0)) }
  }
  private static let hlgCurve = SampledCurve { depth in
    depth.fullRange.map { Float(HLG.sceneLinear($0)) }
  }
  private static let narrowPQCurve = SampledCurve { depth in
    depth.narrowRange.map { Float(PQ.luminance($0)) }
  }
  private static let narrowHLGCurve = SampledCurve { depth in
    depth.narrowRange.map { Float(HLG.sceneLinear($0)) }
  }
}

/// SMPTE ST 2084.
enum PQ {
  private static let m1 = 2610.0 / 16_384
  private static let m2 = 2523.0 / 4096 * 128
  private static let c1 = 3424.0 / 4096
  private static let c2 = 2413.0 / 4096 * 32
  private static let c3 = 2392.0 / 4096 * 32
  static let peak = 10_000.0

  /// The luminance in cd/m2 for a coded value from 0 to 1.
  static func luminance(_ coded: Double) -> Double {
    let power = pow(coded, 1 / m2)
    return peak * pow(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
  }

  /// The coded value, 0 to 1, for a luminance of up to 10,000 cd/m2.
  static func coded(_ luminance: Double) -> Double {
    let power = pow(luminance / peak, m1)
    return pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }
}

/// ITU-R BT.2100, table 5.
enum HLG {
  private static let a = 0.17883277
  private static let b = 1 - 4 * a
  private static let c = 0.5 - a * log(4 * a)
  /// The nominal display's peak luminance in cd/m2, and the system gamma that belongs to it.
  static let peak = 1_000.0
  static let gamma = 1.2

  /// The scene's linear value, 0 to 1, for a coded value from 0 to 1.
  static func sceneLinear(_ coded: Double) -> Double {
    coded <= 0.5 ? coded * coded / 3 : (exp((coded - c) / a) + b) / 12
  }
}
