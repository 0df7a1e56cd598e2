/// Reads the texts of IPTC's Information Interchange Model, which Photoshop's resources in a JPEG's
/// APP13 contain.
enum IPTC {
  /// The data sets of record 2 that are in use.
  enum DataSet: UInt8 {
    case objectName = 5
    case keywords = 25
    case dateCreated = 55
    case timeCreated = 60
    case city = 90
    case sublocation = 92
    case country = 101
    case headline = 105
    case caption = 120
  }

  static let signature = Array("Photoshop 3.0\0".utf8)
  private static let resourceSignature = Array("8BIM".utf8)
  private static let resource = 0x0404

  /// The data sets of record 2 in a segment, by number. Stops at the first damaged one.
  static func dataSets(_ segment: [UInt8]) -> [UInt8: [[UInt8]]] {
    var offset = signature.count
    while offset + 12 <= segment.count,
      segment[offset..<offset + 4].elementsEqual(resourceSignature)
    {
      let kind = segment[offset + 4..<offset + 6].bigEndian
      // A name with its length before it, padded to an even length; then the length of the data.
      let start = offset + 6 + (Int(segment[offset + 6]) + 2) / 2 * 2
      guard start + 4 <= segment.count else { break }
      let (begin, count) = (start + 4, segment[start..<start + 4].bigEndian)
      guard count <= segment.count - begin else { break }
      if kind == resource { return records(segment[begin..<begin + count]) }
      offset = begin + (count + 1) / 2 * 2
    }
    return [:]
  }

  /// The data sets of record 2 in bytes that are nothing else, as a TIFF has them.
  static func records(_ data: ArraySlice<UInt8>) -> [UInt8: [[UInt8]]] {
    var sets: [UInt8: [[UInt8]]] = [:]
    var rest = data
    while rest.count >= 5, rest[rest.startIndex] == 0x1C {
      let (record, number) = (rest[rest.startIndex + 1], rest[rest.startIndex + 2])
      let count = rest.dropFirst(3).prefix(2).bigEndian
      rest = rest.dropFirst(5)
      guard count <= rest.count else { break }
      if record == 2, sets[number]?.count ?? 0 < StatedFacts.maxNames {
        sets[number, default: []].append(Array(rest.prefix(count)))
      }
      rest = rest.dropFirst(count)
    }
    return sets
  }

  /// When the photo was taken, by the clock that was there; nil if there is no valid date.
  static func moment(_ sets: [UInt8: [[UInt8]]]) -> MomentTaken? {
    guard let date = sets[DataSet.dateCreated.rawValue]?.first else { return nil }
    return MomentTaken(iptc: date, time: sets[DataSet.timeCreated.rawValue]?.first ?? [])
  }

  /// The first of a number, on one line.
  static func line(_ sets: [UInt8: [[UInt8]]], _ set: DataSet) -> String? {
    sets[set.rawValue]?.first.flatMap { MetadataLine.text($0[...]) }
  }

  static func keywords(_ sets: [UInt8: [[UInt8]]]) -> [String] {
    (sets[DataSet.keywords.rawValue] ?? []).compactMap { MetadataLine.text($0[...]) }.uniqued()
  }
}
