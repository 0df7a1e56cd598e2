/// Reads the texts of IPTC's Information Interchange Model in Photoshop's resources, which are in a JPEG's APP13.
enum IPTC {
  /// Of record 2.
  enum DataSet: UInt8 {
    case objectName = 5
    case city = 90
    case sublocation = 92
    case country = 101
    case headline = 105
    case caption = 120
  }

  static let signature = Array("Photoshop 3.0\0".utf8)
  private static let resourceSignature = Array("8BIM".utf8)
  private static let resource = 0x0404

  /// The data sets of record 2 in a segment, the first of each number; what is damaged ends the search.
  static func dataSets(_ segment: [UInt8]) -> [UInt8: [UInt8]] {
    var offset = signature.count
    while offset + 12 <= segment.count, segment[offset..<offset + 4].elementsEqual(resourceSignature) {
      let kind = segment[offset + 4..<offset + 6].bigEndian
      // A name with its length before it, padded, then the data's length.
      let start = offset + 6 + (Int(segment[offset + 6]) + 2) / 2 * 2
      guard start + 4 <= segment.count else { break }
      let (begin, count) = (start + 4, segment[start..<start + 4].bigEndian)
      guard count <= segment.count - begin else { break }
      if kind == resource { return records(segment[begin..<begin + count]) }
      offset = begin + (count + 1) / 2 * 2
    }
    return [:]
  }

  private static func records(_ data: ArraySlice<UInt8>) -> [UInt8: [UInt8]] {
    var sets: [UInt8: [UInt8]] = [:]
    var rest = data
    while rest.count >= 5, rest[rest.startIndex] == 0x1C {
      let (record, number) = (rest[rest.startIndex + 1], rest[rest.startIndex + 2])
      let count = rest.dropFirst(3).prefix(2).bigEndian
      rest = rest.dropFirst(5)
      guard count <= rest.count else { break }
      if record == 2, sets[number] == nil { sets[number] = Array(rest.prefix(count)) }
      rest = rest.dropFirst(count)
    }
    return sets
  }

  static func line(_ sets: [UInt8: [UInt8]], _ set: DataSet) -> String? {
    sets[set.rawValue].flatMap { MetadataLine.text($0[...]) }
  }
}

/// A text of a file's metadata, or its name, as one line.
package enum MetadataLine {
  /// The limit of a text's length; the rest is left out.
  static let maxBytes = 1000

  /// Words with one space between them, without characters that can't be seen; nil for none. A text that is not UTF-8 is
  /// read as Windows-1252, and one that is too long is cut between two characters.
  package static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    let words = characters(bytes).split {
      $0.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private static func characters(_ bytes: ArraySlice<UInt8>) -> String {
    let start = bytes.prefix(maxBytes)
    let isCut = start.count < bytes.count
    // A character that was cut has up to three of its bytes here.
    for missing in 0...(isCut ? min(3, start.count) : 0) {
      guard let text = String(validating: start.dropLast(missing), as: UTF8.self) else { continue }
      // What was cut off may have belonged to the last character, as an accent does.
      return isCut ? String(text.dropLast()) : text
    }
    return String(String.UnicodeScalarView(start.map(windows1252)))
  }

  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    let others: [UInt16] = [
      0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D,
      0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
      0x0153, 0x009D, 0x017E, 0x0178,
    ]
    let isOther = (0x80..<0xA0).contains(byte)
    return isOther ? Unicode.Scalar(others[Int(byte) - 0x80]) ?? " " : Unicode.Scalar(byte)
  }
}
