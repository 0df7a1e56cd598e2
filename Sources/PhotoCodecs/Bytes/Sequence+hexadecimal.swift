extension Sequence<UInt8> {
  /// Two lower-case digits for each byte.
  package var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(2 * underestimatedCount)
    for byte in self {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Array where Element == UInt8 {
  /// Nil unless the text is an even number of lower-case hexadecimal digits.
  package init?(hexadecimal: String) {
    let digits = hexadecimal.utf8.compactMap(Self.value(ofHexadecimal:))
    guard digits.count.isMultiple(of: 2), digits.count == hexadecimal.utf8.count else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// The value of a lower-case hexadecimal digit in ASCII; nil for anything else.
  static func value(ofHexadecimal digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
