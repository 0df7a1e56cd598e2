/// A gain map's metadata as ISO 21496-1 stores them in a file: numbers with denominators, in log2.
struct ISOGainMap {
  private enum Flag {
    static let hasThreeChannels: UInt8 = 0x80
    static let usesBaseColours: UInt8 = 0x40
    static let hasCommonDenominator: UInt8 = 0x08
    static let isBackward: UInt8 = 0x04
  }

  /// As they are stated: they may be impossible.
  let metadata: GainMapMetadata
  /// Whether gains apply to linear values in the colour space of the stored picture, instead of
  /// that of the other rendition.
  let usesBaseColours: Bool

  /// - Throws: `damaged` if the bytes end too early, or a denominator is 0; `unsupported` for a
  ///   later version.
  init(_ bytes: [UInt8]) throws(CodecError) {
    var reader = ByteReader(bytes)
    guard try reader.number(2) == 0 else {
      throw .unsupported(reason: "it is of a later version of ISO 21496-1")
    }
    try reader.skip(2)
    let flags = try reader.byte()
    func has(_ flag: UInt8) -> Bool { flags & flag != 0 }
    usesBaseColours = has(Flag.usesBaseColours)
    var fractions = Fractions(reader, hasCommonDenominator: has(Flag.hasCommonDenominator))
    let base = try fractions.next(isSigned: false)
    let other = try fractions.next(isSigned: false)
    var channels: [[Float]] = []
    for _ in 0..<(has(Flag.hasThreeChannels) ? 3 : 1) {
      var numbers: [Float] = []
      // Minimum, maximum, gamma, and the offsets of the stored and the other rendition.
      for isSigned in [true, true, false, true, true] {
        numbers.append(try fractions.next(isSigned: isSigned))
      }
      channels.append(numbers)
    }
    func values(_ index: Int) -> SIMD3<Float> {
      channels.count == 3
        ? SIMD3(channels[0][index], channels[1][index], channels[2][index])
        : SIMD3(repeating: channels[0][index])
    }
    let isBaseHDR = has(Flag.isBackward) || base > other
    metadata = GainMapMetadata(
      curve: .logarithmic(
        min: values(0), max: values(1), gamma: values(2), offsetSDR: values(isBaseHDR ? 4 : 3),
        offsetHDR: values(isBaseHDR ? 3 : 4)),
      fullHeadroom: max(base, other), leastHeadroom: min(base, other), isBaseHDR: isBaseHDR)
  }

  /// Reads fractions one after the other.
  private struct Fractions {
    private var reader: ByteReader
    private let hasCommonDenominator: Bool
    /// Of all of them; nil until it is read.
    private var denominator: Int?

    init(_ reader: ByteReader, hasCommonDenominator: Bool) {
      self.reader = reader
      self.hasCommonDenominator = hasCommonDenominator
    }

    mutating func next(isSigned: Bool) throws(CodecError) -> Float {
      if hasCommonDenominator, denominator == nil { denominator = try reader.number(4) }
      let numerator = isSigned ? try reader.signed() : try reader.number(4)
      let denominator = if let denominator { denominator } else { try reader.number(4) }
      guard denominator != 0 else { throw .damaged(reason: "one of its denominators is 0") }
      return Float(Double(numerator) / Double(denominator))
    }
  }
}
