/// Makes the words by which a reader of QR codes corrects errors: the remainder of a division by a
/// polynomial, in the field of 256 numbers with the polynomial x^8 + x^4 + x^3 + x^2 + 1.
struct ReedSolomon {
  /// Its coefficients, the highest first; that of the highest power, which is 1, is left out.
  private let divisor: [UInt8]

  init(errorWords: Int) {
    var divisor = [UInt8](repeating: 0, count: errorWords)
    divisor[errorWords - 1] = 1
    // The product of (x - 2^0), (x - 2^1) and so on.
    var root: UInt8 = 1
    for _ in 0..<errorWords {
      for place in divisor.indices {
        divisor[place] = Self.product(divisor[place], root)
        if place + 1 < errorWords { divisor[place] ^= divisor[place + 1] }
      }
      root = Self.product(root, 2)
    }
    self.divisor = divisor
  }

  func errorWords(of words: some Sequence<UInt8>) -> [UInt8] {
    var remainder = [UInt8](repeating: 0, count: divisor.count)
    for word in words {
      let factor = word ^ remainder.removeFirst()
      remainder.append(0)
      for place in divisor.indices { remainder[place] ^= Self.product(divisor[place], factor) }
    }
    return remainder
  }

  private static func product(_ first: UInt8, _ second: UInt8) -> UInt8 {
    var product = 0
    for bit in (0..<8).reversed() {
      product = product << 1 ^ (product >> 7) * 0x11D
      if second >> UInt8(bit) & 1 == 1 { product ^= Int(first) }
    }
    return UInt8(product)
  }
}
