/// Reads numbers of any number of bits from bytes, the highest bit first. Beyond the end everything
/// is 0, and `isValid` becomes false.
struct BitReader {
  private let bytes: [UInt8]
  private var position = 0
  private(set) var isValid = true

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A number of up to 32 bits.
  mutating func bits(_ count: Int) -> Int {
    var number = 0
    for _ in 0..<count {
      guard position >> 3 < bytes.count else {
        isValid = false
        return 0
      }
      number = number << 1 | Int(bytes[position >> 3] >> UInt8(7 - position & 7) & 1)
      position += 1
    }
    return number
  }

  mutating func flag() -> Bool { bits(1) == 1 }

  mutating func skip(_ count: Int) {
    position += count
    if position > 8 * bytes.count { isValid = false }
  }

  /// A number in Exp-Golomb code, as HEVC has them ("ue(v)") and AV1 ("uvlc"); below 2^32.
  mutating func exponential() -> Int {
    var zeros = 0
    while isValid, !flag() {
      zeros += 1
      guard zeros < 32 else {
        isValid = false
        return 0
      }
    }
    return (1 << zeros) - 1 + bits(zeros)
  }
}
