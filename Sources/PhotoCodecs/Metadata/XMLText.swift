/// Texts in XML.
enum XMLText {
  /// The text with XML's predefined entities and numeric references replaced.
  static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let parts = text.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: Array(parts[0])) { text, part in
      guard let end = part.firstIndex(of: UInt8(ascii: ";")),
        let scalar = scalar(String(decoding: part[..<end], as: UTF8.self))
      else {
        text += [UInt8(ascii: "&")] + part
        return
      }
      text += Array(String(scalar).utf8) + part[(end + 1)...]
    }
  }

  static let entities = [
    ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&apos;"),
  ]
  .map { (character: Array($0.utf8)[0], entity: Array($1.utf8)) }

  /// The text with XML's predefined entities for what has a meaning there.
  ///
  /// Works on bytes, because a combining mark after one of these signs forms one character with it,
  /// and the sign would then be missed.
  static func escaped(_ text: String) -> String {
    let bytes = text.utf8.flatMap { byte in
      entities.first { $0.character == byte }?.entity ?? [byte]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    if let known = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"][name]
      as Unicode.Scalar?
    {
      return known
    }
    guard name.hasPrefix("#") else { return nil }
    let isHexadecimal = name.dropFirst().hasPrefix("x")
    return UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10).flatMap(
      Unicode.Scalar.init)
  }
}
