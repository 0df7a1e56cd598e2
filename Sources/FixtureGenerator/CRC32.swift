/// The checksum of PNG's chunks: ISO 3309, bit by bit, for small files.
enum CRC32 {
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var rest = UInt32.max
    for byte in bytes {
      rest ^= UInt32(byte)
      for _ in 0..<8 { rest = rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
    }
    return ~rest
  }
}
