/// A `file:` URL, as terminals and file managers produce when a file is dropped or copied.
package enum FileURL {
  static let scheme = "file://"

  /// The path in a URL of this machine, with percent escapes decoded byte by byte. Nil for any other text.
  package static func path(in text: String) -> String? {
    guard hasScheme(text) else { return nil }
    let rest = text.utf8.dropFirst(scheme.utf8.count)
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let host = String(text[rest.startIndex..<slash]).lowercased()
    guard host.isEmpty || host == "localhost", let bytes = decoded(LosslessText.bytes(of: String(text[slash...])))
    else {
      return nil
    }
    return LosslessText.text(of: bytes)
  }

  static func hasScheme(_ text: String) -> Bool {
    text.utf8.prefix(scheme.utf8.count).map { $0 | 0x20 } == scheme.utf8.map { $0 | 0x20 }
  }

  /// A percent sign without two hexadecimal digits is kept. Nil if the result contains a NUL, which no path can.
  private static func decoded(_ bytes: [UInt8]) -> [UInt8]? {
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = digit(bytes[index + 1]),
        let low = digit(bytes[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return decoded.contains(0) ? nil : decoded
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46, 0x61...0x66: (byte & 0xDF) - 0x37
    default: nil
    }
  }
}
