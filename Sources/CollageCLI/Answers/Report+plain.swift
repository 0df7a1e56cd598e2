extension Report {
  /// The JSON on one line, as the encoder writes it.
  ///
  /// - Cost: a tenth of the encoder's, if all values are texts, whole numbers, lists of texts or
  ///   such reports: of many thousands of photos that counts.
  var json: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512)
    guard appendPlain(to: &bytes) else { return encodedJSON }
    return String(decoding: bytes, as: UTF8.self).escapingUnsafeInJSON
  }

  /// Returns false if a value isn't plain.
  private func appendPlain(to bytes: inout [UInt8]) -> Bool {
    bytes.append(UInt8(ascii: "{"))
    for (number, entry) in sortedValues.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      guard bytes.appendJSON(entry.name) else { return false }
      bytes.append(UInt8(ascii: ":"))
      guard Self.append(entry.value, to: &bytes) else { return false }
    }
    bytes.append(UInt8(ascii: "}"))
    return true
  }

  private static func append(_ value: any Encodable, to bytes: inout [UInt8]) -> Bool {
    switch value {
    case let text as String: return bytes.appendJSON(text)
    case let number as Int: bytes += String(number).utf8
    case let flag as Bool: bytes += (flag ? "true" : "false").utf8
    case let texts as [String]: return append(texts, to: &bytes) { $1.appendJSON($0) }
    case let reports as [Report]:
      return append(reports, to: &bytes) { $0.appendPlain(to: &$1) }
    default: return false
    }
    return true
  }

  private static func append<Element>(
    _ list: [Element], to bytes: inout [UInt8], _ append: (Element, inout [UInt8]) -> Bool
  ) -> Bool {
    bytes.append(UInt8(ascii: "["))
    for (number, element) in list.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      guard append(element, &bytes) else { return false }
    }
    bytes.append(UInt8(ascii: "]"))
    return true
  }
}

extension [UInt8] {
  /// Appends a text in quotation marks; returns false for one with control characters.
  fileprivate mutating func appendJSON(_ text: String) -> Bool {
    append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte < 0x20 { return false }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { append(UInt8(ascii: "\\")) }
      append(byte)
    }
    append(UInt8(ascii: "\""))
    return true
  }
}
