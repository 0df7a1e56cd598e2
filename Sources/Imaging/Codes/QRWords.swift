/// The words of a QR code: its text, and what corrects errors, in the order in which they are
/// drawn.
enum QRWords {
  /// The smallest version that has room for a text, and its words; nil if none has.
  static func words(of text: [UInt8], isASCII: Bool) -> (version: QRVersion, words: [UInt8])? {
    for version in QRVersion.all {
      var bits = BitList()
      // Without this readers guess in which script other letters are written: 26 is UTF-8.
      if !isASCII {
        bits.append(0b0111, count: 4)
        bits.append(26, count: 8)
      }
      bits.append(0b0100, count: 4)
      bits.append(text.count, count: version.lengthBits)
      for byte in text { bits.append(Int(byte), count: 8) }
      let room = version.dataWordCount * 8
      guard text.count < 1 << version.lengthBits, bits.count <= room else { continue }
      bits.append(0, count: min(4, room - bits.count))
      bits.append(0, count: (8 - bits.count % 8) % 8)
      var filler = 0xEC
      while bits.count < room {
        bits.append(filler, count: 8)
        filler ^= 0xEC ^ 0x11
      }
      return (version, interleaved(bits.bytes, version))
    }
    return nil
  }

  /// The words of all blocks: the first ones of each, then the second ones, and so on, and after
  /// them likewise those that correct errors.
  private static func interleaved(_ data: [UInt8], _ version: QRVersion) -> [UInt8] {
    let count = version.blockCount
    let short = data.count / count
    // The last blocks have one word more.
    let longBlocks = data.count % count
    var blocks: [ArraySlice<UInt8>] = []
    var start = 0
    for index in 0..<count {
      let length = short + (index < count - longBlocks ? 0 : 1)
      blocks.append(data[start..<start + length])
      start += length
    }
    let generator = ReedSolomon(errorWords: version.errorWordCount)
    let errors = blocks.map { generator.errorWords(of: $0) }
    var words: [UInt8] = []
    for place in 0...short {
      for block in blocks where place < block.count {
        words.append(block[block.startIndex + place])
      }
    }
    for place in 0..<version.errorWordCount {
      for error in errors { words.append(error[place]) }
    }
    return words
  }
}

/// Bits that become bytes, the highest first.
private struct BitList {
  private(set) var count = 0
  private(set) var bytes: [UInt8] = []

  mutating func append(_ value: Int, count added: Int) {
    for bit in (0..<added).reversed() {
      if count % 8 == 0 { bytes.append(0) }
      if value >> bit & 1 == 1 { bytes[bytes.count - 1] |= 0x80 >> UInt8(count % 8) }
      count += 1
    }
  }
}
