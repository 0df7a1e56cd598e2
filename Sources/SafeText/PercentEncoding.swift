/// Bytes as text in which some of them are written as `%NN` (RFC 3986, section 2.1).
package enum PercentEncoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// - Parameter isKept: whether a byte, which is ASCII then, stands for itself.
  package static func text(of bytes: some Sequence<UInt8>, keeping isKept: (UInt8) -> Bool)
    -> String
  {
    String(
      decoding: bytes.flatMap { byte in
        isKept(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }, as: UTF8.self)
  }

  /// Whether a byte is a letter, a digit or one of `-._~`, which stand for themselves everywhere.
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      || "-._~".utf8.contains(byte)
  }

  /// The bytes of a percent-encoded path; nil if they contain NUL, which no path may.
  ///
  /// - Parameter keepsOthers: whether a percent sign without two digits is taken literally; if not,
  ///   the result is nil.
  package static func path(in text: some Sequence<UInt8>, keepsOthers: Bool = false) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        bytes.append(UInt8(digits[0] << 4 | digits[1]))
        rest = rest.dropFirst(2)
      } else if byte != UInt8(ascii: "%") || keepsOthers {
        bytes.append(byte)
      } else {
        return nil
      }
    }
    return bytes.contains(0) ? nil : bytes
  }
}
