/// A PNG's cICP chunk: colours by the numbers of ITU-T H.273.
struct CodePoints: Hashable, Sendable {
  let primaries: UInt8
  let transfer: UInt8
  /// 0 for RGB, the only one that a PNG can have.
  let matrix: UInt8
  let isFullRange: Bool

  /// Nil unless there are four bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == 4 else { return nil }
    (primaries, transfer, matrix, isFullRange) = (bytes[0], bytes[1], bytes[2], bytes[3] == 1)
  }

  /// The curve, where it goes beyond the white of ordinary pictures; nil for the others.
  var highDynamicRange: HDRCurve? {
    switch transfer {
    case 16: .pq
    case 18: .hlg
    default: nil
    }
  }

  /// Nil for numbers that say nothing, or nothing that a PNG can hold.
  var space: RGBSpace? {
    guard let curve, let chromaticities else { return nil }
    return RGBSpace(curve, chromaticities)
  }

  /// Nil for numbers that say nothing, or nothing that a PNG can hold.
  var chromaticities: Chromaticities? {
    matrix == 0 && isFullRange ? Chromaticities(codePoint: primaries) : nil
  }

  private var curve: TransferCurve? {
    switch transfer {
    case 1, 6, 14, 15: .rec709
    case 4: .power(2.2)
    case 5: .power(2.8)
    case 8: .power(1)
    case 13: .sRGB
    default: nil
    }
  }
}
