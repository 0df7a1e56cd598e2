/// Makes one line of a text from a file's metadata, or of a file's name.
package enum MetadataLine {
  /// The maximum length of a text in bytes; the rest is left out.
  static let maxBytes = 1000

  /// The words with one space between them, without invisible characters and what is no character;
  /// nil if nothing is left. A text that is not UTF-8 is read as Windows-1252, and one that is too
  /// long is cut between two characters.
  ///
  /// - Parameter limit: the maximum length in bytes. If the text is longer, pass one byte more of
  ///   it, so that the cut is noticed.
  package static func text(_ bytes: ArraySlice<UInt8>, limit: Int = maxBytes) -> String? {
    let words = characters(bytes, limit).split { $0.unicodeScalars.allSatisfy(isSeparator) }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return properties.isWhitespace || properties.generalCategory == .control
      || properties.isNoncharacterCodePoint
  }

  private static func characters(_ bytes: ArraySlice<UInt8>, _ limit: Int) -> String {
    let start = bytes.prefix(limit)
    let isCut = start.count < bytes.count
    if let text = String(validating: start, as: UTF8.self) {
      return isCut ? withoutLast(text) : text
    }
    let trimmed = start.prefix(through: start.lastIndex { $0 > 0x20 } ?? start.startIndex)
    // A character that was cut off, here or by another program, has left up to three of its bytes.
    for count in 1...3 where count <= trimmed.count {
      let (whole, rest) = (trimmed.dropLast(count), trimmed.suffix(count))
      guard let text = String(validating: whole, as: UTF8.self), isBeginning(rest) else { continue }
      if isCut { return withoutLast(text) }
      // A single incomplete byte at the end may be a letter in Windows-1252, as in "café", unless
      // there are characters in UTF-8 before it.
      if count > 1 || whole.contains(where: { $0 >= 0x80 }) { return text }
    }
    return String(String.UnicodeScalarView(start.map(windows1252)))
  }

  /// Drops the last character, too, because part of it may have been cut off, such as an accent.
  private static func withoutLast(_ text: String) -> String { String(text.dropLast()) }

  /// Whether these bytes are the beginning of an incomplete character.
  private static func isBeginning(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else {
      return false
    }
    switch first {
    case 0xC2...0xDF: return bytes.count < 2
    case 0xE0...0xEF: return bytes.count < 3
    case 0xF0...0xF4: return bytes.count < 4
    default: return false
    }
  }

  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    let others: [UInt16] = [
      0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
      0x2039, 0x0152, 0x008D,
      0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
      0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
    ]
    let isOther = (0x80..<0xA0).contains(byte)
    return isOther ? Unicode.Scalar(others[Int(byte) - 0x80]) ?? " " : Unicode.Scalar(byte)
  }
}
