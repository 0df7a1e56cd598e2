/// The colours that an AV1 bitstream states in its sequence header (AV1 specification, 5.5).
enum AV1Colours {
  private static let sequenceHeader = 1
  private static let maxUnits = 16

  /// The colours in the first sequence header among these units; nil if there is none that can be
  /// read.
  ///
  /// - Parameter units: open bitstream units, of which the last may be cut off.
  static func codePoints(_ units: [UInt8]) -> CodePoints? {
    var rest = units[...]
    for _ in 0..<maxUnits {
      guard let first = rest.first else { return nil }
      rest = rest.dropFirst(first & 4 != 0 ? 2 : 1)
      let size = first & 2 != 0 ? length(&rest) : rest.count
      if Int(first >> 3 & 15) == sequenceHeader {
        return codePoints(ofHeader: Array(rest.prefix(size)))
      }
      rest = rest.dropFirst(size)
    }
    return nil
  }

  /// A number of seven bits a byte, the lowest first.
  private static func length(_ bytes: inout ArraySlice<UInt8>) -> Int {
    var length = 0
    for shift in stride(from: 0, to: 28, by: 7) {
      guard let byte = bytes.popFirst() else { break }
      length |= Int(byte & 0x7F) << shift
      if byte & 0x80 == 0 { break }
    }
    return length
  }

  private static func codePoints(ofHeader bytes: [UInt8]) -> CodePoints? {
    var reader = BitReader(bytes)
    let profile = reader.bits(3)
    reader.skip(1)
    let isReduced = reader.flag()
    if isReduced {
      reader.skip(5)
    } else {
      skipOperatingPoints(&reader)
    }
    let (widthBits, heightBits) = (reader.bits(4) + 1, reader.bits(4) + 1)
    reader.skip(widthBits + heightBits)
    if !isReduced, reader.flag() { reader.skip(7) }
    reader.skip(3)
    if !isReduced { skipTools(&reader) }
    reader.skip(3)
    let points = colours(&reader, profile: profile)
    return reader.isValid ? points : nil
  }

  private static func skipOperatingPoints(_ reader: inout BitReader) {
    var delayBits: Int?
    if reader.flag() {
      reader.skip(64)
      if reader.flag() { _ = reader.exponential() }
      if reader.flag() {
        delayBits = reader.bits(5) + 1
        reader.skip(32 + 5 + 5)
      }
    }
    let hasDisplayDelay = reader.flag()
    for _ in 0...reader.bits(5) {
      reader.skip(12)
      if reader.bits(5) > 7 { reader.skip(1) }
      if let delayBits, reader.flag() { reader.skip(2 * delayBits + 1) }
      if hasDisplayDelay, reader.flag() { reader.skip(4) }
    }
  }

  private static func skipTools(_ reader: inout BitReader) {
    reader.skip(4)
    let hasOrder = reader.flag()
    if hasOrder { reader.skip(2) }
    let choosesScreenTools = reader.flag()
    let usesScreenTools = choosesScreenTools || reader.flag()
    if usesScreenTools, !reader.flag() { reader.skip(1) }
    if hasOrder { reader.skip(3) }
  }

  private static func colours(_ reader: inout BitReader, profile: Int) -> CodePoints {
    let isDeep = reader.flag()
    if profile == 2, isDeep { reader.skip(1) }
    let isMonochrome = profile != 1 && reader.flag()
    var (primaries, transfer, matrix): (UInt8, UInt8, UInt8) = (2, 2, 2)
    if reader.flag() {
      primaries = UInt8(reader.bits(8))
      transfer = UInt8(reader.bits(8))
      matrix = UInt8(reader.bits(8))
    }
    // RGB with sRGB's curve has no flag for its range.
    let isFullRange = !isMonochrome && (primaries, transfer, matrix) == (1, 13, 0) || reader.flag()
    return CodePoints(
      primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: isFullRange)
  }
}
