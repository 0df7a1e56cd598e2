internal import PhotoCodecs

/// A hash of bytes and numbers that is the same in every run (FNV-1a, 64 bits).
struct StableHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func combine(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes { combine(byte) }
    combine(0)
  }

  mutating func combine(_ identity: FileIdentity) {
    for number in identity.numbers {
      for shift in stride(from: 0, to: 64, by: 8) {
        combine(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
  }

  private mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
