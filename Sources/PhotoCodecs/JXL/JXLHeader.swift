internal import Imaging

/// The beginning of a JPEG XL codestream (ISO/IEC 18181-1), up to where what is coded begins.
struct JXLHeader {
  /// A channel beside the colours.
  struct ExtraChannel {
    let type: Int
    let bits: Int
    let isPremultiplied: Bool

    static let alpha = 0
    static let black = 4
  }

  /// In pixels, as stored.
  let size: PixelSize
  private(set) var orientation = Orientation.up
  private(set) var isAnimated = false
  private(set) var bits = 8
  private(set) var isFloat = false
  private(set) var extraChannels: [ExtraChannel] = []
  /// Whether colours are coded as the eye sees them, so that the decoder converts them to any
  /// others.
  private(set) var isXYB = true
  private(set) var colours = JXLColours()
  /// The luminance of the brightest pixel in cd/m2; nil if it isn't stated.
  private(set) var peak: Double?

  private static let signatureBits = 16
  private static let maxExtraChannels = 256

  /// - Parameter bytes: the first of the codestream.
  /// - Throws: `damaged` also if these aren't enough; `unsupported`.
  init(_ bytes: [UInt8]) throws(CodecError) {
    var reader = JXLBits(bytes)
    reader.skip(Self.signatureBits)
    size = reader.size()
    if !reader.flag() { try readMetadata(&reader) }
    guard reader.isValid else { throw .damaged(reason: "the file ends before its picture begins") }
    guard size.width > 0, size.height > 0 else { throw .damaged(reason: "it has no size") }
  }

  private mutating func readMetadata(_ reader: inout JXLBits) throws(CodecError) {
    let hasMore = reader.flag()
    if hasMore {
      orientation = Orientation(rawValue: UInt8(1 + reader.bits(3))) ?? .up
      if reader.flag() { _ = reader.size() }
      if reader.flag() { reader.skipPreview() }
      isAnimated = reader.flag()
      if isAnimated { reader.skipAnimation() }
    }
    (bits, isFloat) = reader.depth()
    // Whether 16 bits are enough for the decoder.
    _ = reader.flag()
    let count = reader.number(.value(0), .value(1), .bits(4, plus: 2), .bits(12, plus: 1))
    guard count <= Self.maxExtraChannels else {
      throw .unsupported(reason: "\(count) channels beside its colours")
    }
    for _ in 0..<count where reader.isValid { extraChannels.append(reader.extraChannel()) }
    isXYB = reader.flag()
    colours = JXLColours(&reader)
    if hasMore, !reader.flag() {
      let peak = Double(reader.half())
      if peak > 0 { self.peak = peak }
    }
  }
}

extension JXLBits {
  fileprivate mutating func size() -> PixelSize {
    let isSmall = flag()
    let height = side(isSmall)
    let ratio = bits(3)
    let width = ratio == 0 ? side(isSmall) : Self.width(of: height, ratio)
    return PixelSize(width: width, height: height)
  }

  private mutating func side(_ isSmall: Bool) -> Int {
    isSmall
      ? 8 * (1 + bits(5))
      : number(.bits(9, plus: 1), .bits(13, plus: 1), .bits(18, plus: 1), .bits(30, plus: 1))
  }

  /// The width for one of seven ratios of the sides.
  private static func width(of height: Int, _ ratio: Int) -> Int {
    switch ratio {
    case 1: height
    case 2: height * 12 / 10
    case 3: height * 4 / 3
    case 4: height * 3 / 2
    case 5: height * 16 / 9
    case 6: height * 5 / 4
    default: height * 2
    }
  }

  fileprivate mutating func skipPreview() {
    let isInEights = flag()
    skipPreviewSide(isInEights)
    if bits(3) == 0 { skipPreviewSide(isInEights) }
  }

  private mutating func skipPreviewSide(_ isInEights: Bool) {
    _ =
      isInEights
      ? number(.value(16), .value(32), .bits(5, plus: 1), .bits(9, plus: 33))
      : number(.bits(6, plus: 1), .bits(8, plus: 65), .bits(10, plus: 321), .bits(12, plus: 1345))
  }

  fileprivate mutating func skipAnimation() {
    _ = number(.value(100), .value(1000), .bits(10, plus: 1), .bits(30, plus: 1))
    _ = number(.value(1), .value(1001), .bits(8, plus: 1), .bits(10, plus: 1))
    _ = number(.value(0), .bits(3), .bits(16), .bits(32))
    _ = flag()
  }

  /// The bits of a sample, and whether it is a floating-point number.
  fileprivate mutating func depth() -> (bits: Int, isFloat: Bool) {
    guard flag() else {
      return (number(.value(8), .value(10), .value(12), .bits(6, plus: 1)), false)
    }
    let bits = number(.value(32), .value(16), .value(24), .bits(6, plus: 1))
    // The bits of the exponent.
    _ = self.bits(4)
    return (bits, true)
  }

  fileprivate mutating func extraChannel() -> JXLHeader.ExtraChannel {
    if flag() {
      return JXLHeader.ExtraChannel(
        type: JXLHeader.ExtraChannel.alpha, bits: 8, isPremultiplied: false)
    }
    let type = enumeration()
    let (bits, _) = depth()
    // How much smaller it is.
    _ = number(.value(0), .value(3), .value(4), .bits(3, plus: 1))
    let nameBytes = number(.value(0), .bits(4), .bits(5, plus: 16), .bits(10, plus: 48))
    skip(8 * nameBytes)
    let spot = 2
    let colourFilter = 5
    var isPremultiplied = false
    if type == JXLHeader.ExtraChannel.alpha { isPremultiplied = flag() }
    if type == spot { skip(4 * 16) }
    if type == colourFilter {
      _ = number(.value(1), .bits(2), .bits(4, plus: 3), .bits(8, plus: 19))
    }
    return JXLHeader.ExtraChannel(type: type, bits: bits, isPremultiplied: isPremultiplied)
  }
}
