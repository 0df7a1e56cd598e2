internal import Imaging

/// The colours that a JPEG XL codestream states.
struct JXLColours {
  /// The numbers of colour spaces, white points, primaries and curves.
  enum Number {
    static let grey = 1
    static let d65 = 1
    static let custom = 2
    static let equalEnergy = 10
    static let dciWhite = 11
    static let sRGBPrimaries = 1
    static let bt2100Primaries = 9
    static let p3Primaries = 11
    static let unknownCurve = 2
    static let sRGBCurve = 13
    static let pq = 16
    static let dci = 17
    static let hlg = 18
  }

  /// Whether an ICC profile follows, which says more than the rest.
  private(set) var hasProfile = false
  private(set) var space = 0
  private(set) var primaries = Number.sRGBPrimaries
  private(set) var curve = Number.sRGBCurve
  private var white = Number.d65
  private var customWhite: SIMD2<Double>?
  private var customPrimaries: [SIMD2<Double>] = []
  /// The exponent with which samples were coded, times 100,000; nil for a curve with a number.
  private var gamma: Int?

  private static let xyb = 2

  var isGrey: Bool { space == Number.grey }

  /// sRGB, as a codestream that says nothing has it.
  init() {}

  init(_ bits: inout JXLBits) {
    if bits.flag() { return }
    hasProfile = bits.flag()
    space = bits.enumeration()
    if hasProfile { return }
    if space != Self.xyb {
      white = bits.enumeration()
      if white == Number.custom { customWhite = bits.chromaticity() }
      if !isGrey {
        primaries = bits.enumeration()
        if primaries == Number.custom {
          customPrimaries = [bits.chromaticity(), bits.chromaticity(), bits.chromaticity()]
        }
      }
      if bits.flag() {
        gamma = bits.bits(24) / 100
      } else {
        curve = bits.enumeration()
      }
    }
    // The rendering intent.
    _ = bits.enumeration()
  }

  /// Whether a curve of high dynamic range is stated.
  var isHDR: Bool { !hasProfile && gamma == nil && (curve == Number.pq || curve == Number.hlg) }

  /// What to ask the decoder for, where it has the choice: the same curve for high dynamic range,
  /// else that of sRGB; and primaries that hold all colours.
  var delivered: JXLColours {
    var delivered = JXLColours()
    delivered.space = isGrey ? Number.grey : 0
    delivered.curve = isHDR ? curve : Number.sRGBCurve
    let isWide = isHDR || hasProfile || customWhite != nil || !customPrimaries.isEmpty
    let known = [Number.sRGBPrimaries, Number.p3Primaries]
    if !isGrey, isWide || !known.contains(primaries) {
      delivered.primaries = Number.bt2100Primaries
    } else if !isGrey {
      delivered.primaries = primaries
    }
    return delivered
  }

  /// Whether 8 bits are too few for the colours, which span more than a screen shows.
  var needsWords: Bool { isHDR || (!isGrey && primaries == Number.bt2100Primaries) }

  /// Sets what says how samples in these colours are shown.
  func set(_ metadata: inout PhotoMetadata) {
    guard !hasProfile else { return }
    if let codePoints {
      metadata.codePoints = codePoints
      return
    }
    metadata.gamma = curve == Number.dci && gamma == nil ? 38_462 : gamma
    metadata.primaries = chromaticities
  }

  /// Nil for what has no number there.
  private var codePoints: CodePoints? {
    guard gamma == nil, curve != Number.dci, curve != Number.unknownCurve, customWhite == nil,
      customPrimaries.isEmpty
    else { return nil }
    let number: UInt8
    switch (primaries, white) {
    case (Number.sRGBPrimaries, Number.d65): number = 1
    case (Number.bt2100Primaries, Number.d65): number = 9
    case (Number.p3Primaries, Number.d65): number = 12
    case (Number.p3Primaries, Number.dciWhite): number = 11
    default: return nil
    }
    return CodePoints(
      primaries: number, transfer: UInt8(clamping: curve), matrix: 0, isFullRange: true)
  }

  private var chromaticities: Chromaticities? {
    let points: [SIMD2<Double>]
    switch primaries {
    case Number.custom: points = customPrimaries
    case Number.bt2100Primaries: points = Self.points(of: 9)
    case Number.p3Primaries: points = Self.points(of: 12)
    default: points = Self.points(of: 1)
    }
    guard points.count == 3 else { return nil }
    let whitePoint: SIMD2<Double>
    switch white {
    case Number.custom: whitePoint = customWhite ?? Self.d65
    case Number.equalEnergy: whitePoint = SIMD2(1.0 / 3, 1.0 / 3)
    case Number.dciWhite: whitePoint = SIMD2(0.314, 0.351)
    default: whitePoint = Self.d65
    }
    return Chromaticities(red: points[0], green: points[1], blue: points[2], white: whitePoint)
  }

  private static let d65 = SIMD2(0.3127, 0.3290)

  private static func points(of codePoint: UInt8) -> [SIMD2<Double>] {
    Chromaticities(codePoint: codePoint).map { [$0.red, $0.green, $0.blue] } ?? []
  }
}

extension JXLBits {
  /// Two coordinates in millionths, with signs.
  fileprivate mutating func chromaticity() -> SIMD2<Double> {
    let x = coordinate()
    return SIMD2(x, coordinate())
  }

  private mutating func coordinate() -> Double {
    let packed = number(
      .bits(19), .bits(19, plus: 524_288), .bits(20, plus: 1_048_576), .bits(21, plus: 2_097_152))
    let signed = packed & 1 == 0 ? packed >> 1 : -(packed >> 1) - 1
    return Double(signed) / 1_000_000
  }
}
