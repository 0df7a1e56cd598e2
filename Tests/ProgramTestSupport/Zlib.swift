/// Handmade streams in zlib's format (RFC 1950).
package enum Zlib {
  /// The bytes in stored blocks, not compressed.
  package static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let length = UInt16(block.count)
      stream +=
        [rest.isEmpty ? 1 : 0] + length.littleEndianBytes + (~length).littleEndianBytes + block
    } while !rest.isEmpty
    return stream + adler(bytes).bigEndianBytes
  }

  /// This many zeros, in about a 159th as many bytes: each code of 13 bits stands for 258 of them.
  package static func zeros(_ count: Int) -> [UInt8] {
    precondition(count > 0)
    var bits = BitStream()
    // The last block, with the fixed codes.
    bits.append(0b11, count: 2)
    bits.append(0, count: 1)
    let matches = (count - 1) / 258
    for _ in 0..<count - 258 * matches { bits.appendCode(0b0011_0000, count: 8) }
    for _ in 0..<matches { bits.appendCode(0b1_1000_1010_0000, count: 13) }
    bits.appendCode(0, count: 7)
    // Of zeros alone, the sum stays 1 and the sum of sums counts them.
    return [0x78, 0x01] + bits.bytes + (UInt32(count % 65_521) << 16 | 1).bigEndianBytes
  }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 1
    var sums: UInt32 = 0
    for byte in bytes {
      sum = (sum + UInt32(byte)) % 65_521
      sums = (sums + sum) % 65_521
    }
    return sums << 16 | sum
  }
}

/// Bits that fill bytes from the lowest on.
private struct BitStream {
  private var whole: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingCount = 0

  /// The bytes so far; the last is filled up with zeros.
  var bytes: [UInt8] { whole + (pendingCount > 0 ? [UInt8(truncatingIfNeeded: pending)] : []) }

  /// Appends the lowest bits of a number, the lowest first.
  mutating func append(_ bits: UInt64, count: Int) {
    pending |= bits << UInt64(pendingCount)
    pendingCount += count
    while pendingCount >= 8 {
      whole.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingCount -= 8
    }
  }

  /// Appends a Huffman code, whose highest bit comes first.
  mutating func appendCode(_ code: UInt64, count: Int) {
    var reversed: UInt64 = 0
    for bit in 0..<count where code >> UInt64(bit) & 1 == 1 {
      reversed |= 1 << UInt64(count - 1 - bit)
    }
    append(reversed, count: count)
  }
}

extension FixedWidthInteger {
  package var bigEndianBytes: [UInt8] {
    (0..<Self.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: self >> Self($0 * 8)) }
  }

  package var littleEndianBytes: [UInt8] { bigEndianBytes.reversed() }
}
