/// The colours that an HEVC bitstream states in its sequence parameter set (ITU-T H.265, 7.3.2.2
/// and E.2.1).
enum HEVCColours {
  /// What holds where the bitstream says nothing.
  static let unspecified = CodePoints(primaries: 2, transfer: 2, matrix: 2, isFullRange: false)

  private static let sequenceParameterSet: UInt8 = 33
  private static let maxUnits = 64
  /// Of the standard; there is one in a still picture.
  private static let maxReferenceSets = 64

  /// The colours that the first sequence parameter set of an "hvcC" box states; `unspecified` if it
  /// can't be read.
  static func codePoints(_ setup: ByteReader) -> CodePoints {
    guard let unit = try? sequenceParameterSet(setup) else { return unspecified }
    return codePoints(ofParameterSet: unit) ?? unspecified
  }

  /// The NAL unit with the parameter set, without its header, and without the bytes that keep start
  /// codes away.
  private static func sequenceParameterSet(_ setup: ByteReader) throws(CodecError) -> [UInt8]? {
    var reader = setup
    try reader.skip(22)
    var units = 0
    for _ in 0..<(try reader.byte()) {
      let type = try reader.byte() & 0x3F
      for _ in 0..<(try reader.number(2)) {
        units += 1
        guard units <= maxUnits else { return nil }
        let unit = try reader.bytes(try reader.number(2))
        if type == sequenceParameterSet { return withoutEmulationPrevention(unit.dropFirst(2)) }
      }
    }
    return nil
  }

  private static func withoutEmulationPrevention(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var zeros = 0
    for byte in bytes {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      result.append(byte)
    }
    return result
  }

  private static func codePoints(ofParameterSet bytes: [UInt8]) -> CodePoints? {
    var reader = BitReader(bytes)
    skipToUsabilityInformation(&reader)
    guard reader.isValid, reader.flag() else { return nil }
    // The shape of pixels, and overscan.
    if reader.flag(), reader.bits(8) == 255 { reader.skip(32) }
    if reader.flag() { reader.skip(1) }
    guard reader.flag() else { return nil }
    reader.skip(3)
    let isFullRange = reader.flag()
    var points = CodePoints(primaries: 2, transfer: 2, matrix: 2, isFullRange: isFullRange)
    if reader.flag() {
      let (primaries, transfer) = (UInt8(reader.bits(8)), UInt8(reader.bits(8)))
      points = CodePoints(
        primaries: primaries, transfer: transfer, matrix: UInt8(reader.bits(8)),
        isFullRange: isFullRange)
    }
    return reader.isValid ? points : nil
  }

  /// Skips all that stands before the flag for video usability information.
  private static func skipToUsabilityInformation(_ reader: inout BitReader) {
    reader.skip(4)
    let subLayers = reader.bits(3)
    reader.skip(1)
    skipProfile(&reader, subLayers: subLayers)
    _ = reader.exponential()
    if reader.exponential() == 3 { reader.skip(1) }
    skipExponentials(&reader, 2)
    if reader.flag() { skipExponentials(&reader, 4) }
    skipExponentials(&reader, 2)
    let orderBits = reader.exponential() + 4
    let hasAllSubLayers = reader.flag()
    skipExponentials(&reader, 3 * (hasAllSubLayers ? subLayers + 1 : 1))
    skipExponentials(&reader, 6)
    if reader.flag(), reader.flag() { skipScalingLists(&reader) }
    reader.skip(2)
    if reader.flag() {
      reader.skip(8)
      skipExponentials(&reader, 2)
      reader.skip(1)
    }
    skipReferenceSets(&reader)
    if reader.flag() {
      let count = reader.exponential()
      reader.skip(min(count, 33) * (min(orderBits, 16) + 1))
    }
    reader.skip(2)
  }

  private static func skipExponentials(_ reader: inout BitReader, _ count: Int) {
    for _ in 0..<count { _ = reader.exponential() }
  }

  private static func skipProfile(_ reader: inout BitReader, subLayers: Int) {
    let profileBits = 88
    let levelBits = 8
    reader.skip(profileBits + levelBits)
    guard subLayers > 0 else { return }
    // Two flags for each of up to eight layers say whether it has a profile and a level.
    var bits = 0
    for _ in 0..<subLayers {
      if reader.flag() { bits += profileBits }
      if reader.flag() { bits += levelBits }
    }
    reader.skip(2 * (8 - subLayers) + bits)
  }

  private static func skipScalingLists(_ reader: inout BitReader) {
    // For blocks of 4x4, 8x8, 16x16 and 32x32 samples.
    for size in 0..<4 {
      let isLarge = size > 1
      let coefficients = min(64, 1 << (4 + 2 * size))
      let lists = size == 3 ? 2 : 6
      for _ in 0..<lists {
        // A reference to another list, or coefficients; large blocks have the first one apart.
        let hasCoefficients = reader.flag()
        skipExponentials(&reader, hasCoefficients ? coefficients + (isLarge ? 1 : 0) : 1)
      }
    }
  }

  private static func skipReferenceSets(_ reader: inout BitReader) {
    let count = reader.exponential()
    guard count <= maxReferenceSets else { return reader.skip(.max >> 1) }
    var pictures = 0
    for index in 0..<count where reader.isValid {
      if index > 0, reader.flag() {
        reader.skip(1)
        _ = reader.exponential()
        // Each is used by this picture, or else by later ones or by none.
        pictures = (0...pictures).count { _ in reader.flag() || reader.flag() }
      } else {
        pictures = min(reader.exponential(), 16)
        pictures += min(reader.exponential(), 16)
        for _ in 0..<pictures {
          _ = reader.exponential()
          reader.skip(1)
        }
      }
    }
  }
}
