internal import Imaging

/// A PNG's cICP chunk, or the "nclx" colours of a HEIF: colours as code points of ITU-T H.273.
struct CodePoints: Hashable, Sendable {
  let primaries: UInt8
  let transfer: UInt8
  /// 0 for RGB, the only value that a PNG may have. For a HEIF the worker has already converted to
  /// RGB.
  let matrix: UInt8
  /// Whether samples use the full range of values instead of the narrow range of video.
  let isFullRange: Bool

  /// The high dynamic range curve; nil for all other transfer functions.
  var highDynamicRange: HDRCurve? {
    switch transfer {
    case 16: .pq
    case 18: .hlg
    default: nil
    }
  }

  /// Nil for unspecified or reserved numbers, and for spaces that a PNG can't hold.
  var space: RGBSpace? {
    guard let curve, let chromaticities else { return nil }
    return RGBSpace(isFullRange ? curve : .narrow(curve), chromaticities)
  }

  /// Nil for unspecified or reserved numbers, and for spaces that a PNG can't hold.
  var chromaticities: Chromaticities? { matrix == 0 ? Chromaticities(codePoint: primaries) : nil }

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

extension CodePoints {
  /// Nil unless there are exactly four bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == 4 else { return nil }
    (primaries, transfer, matrix, isFullRange) = (bytes[0], bytes[1], bytes[2], bytes[3] == 1)
  }
}
