internal import Imaging
internal import PhotoCodecs

/// How the facts of a photo lie in memory and in records: numbers at fixed places, the least
/// significant byte first, then the texts, each after its length.
///
/// A file's facts are decoded whenever they are asked for, so that hundreds of thousands of photos
/// take few allocations.
enum StoredFacts {
  /// The offsets of the numbers.
  private enum Field {
    static let length = 0
    static let width = 4
    static let height = 8
    static let digits = 12
    static let microseconds = 20
    static let offset = 24
    static let precision = 28
    static let source = 29
    static let rating = 30
    static let flags = 31
    static let people = 32
    static let keywords = 34
    static let texts = 36
  }

  private static let favouriteFlag = 1
  private static let titleFlag = 2
  /// What is stored for an offset that is unknown.
  private static let noOffset = Int(Int32.min)

  static func append(_ facts: PhotoFacts, to bytes: inout [UInt8]) {
    let start = bytes.count
    let (owner, moment) = (facts.owner, facts.owner.moment)
    bytes.append(0, width: 4)
    bytes.append(facts.size?.width ?? 0, width: 4)
    bytes.append(facts.size?.height ?? 0, width: 4)
    bytes.append(moment?.start.digits ?? 0, width: 8)
    bytes.append(moment?.microseconds ?? 0, width: 4)
    bytes.append(moment?.offset ?? noOffset, width: 4)
    bytes.append(Int(moment?.precision.rawValue ?? 0), width: 1)
    bytes.append(
      moment.flatMap { MomentTaken.Source.allCases.firstIndex(of: $0.source) } ?? 0, width: 1)
    bytes.append(owner.rating ?? 0, width: 1)
    bytes.append(
      (owner.isFavourite ? favouriteFlag : 0) | (owner.title == nil ? 0 : titleFlag), width: 1)
    bytes.append(owner.people.count, width: 2)
    bytes.append(owner.keywords.count, width: 2)
    for text in owner.people + owner.keywords + (owner.title.map { [$0] } ?? []) {
      bytes.append(text.utf8.count, width: 4)
      bytes += text.utf8
    }
    bytes.replace(at: start + Field.length, with: bytes.count - start)
  }

  /// The length of the facts that begin at a place, in bytes; nil if none can be there.
  static func length(in bytes: [UInt8], at start: Int) -> Int? {
    guard start >= 0, start <= bytes.count - Field.texts else { return nil }
    let length = bytes.number(at: start, as: UInt32.self)
    return length >= Field.texts && length <= bytes.count - start ? length : nil
  }

  /// - Parameter start: where `length(in:at:)` finds some.
  static func rating(in bytes: [UInt8], at start: Int) -> Int? {
    let rating = bytes.number(at: start + Field.rating, as: Int8.self)
    return rating == 0 ? nil : rating
  }

  /// What is known in UTC only is shown by this machine's clock, which may be another than before.
  ///
  /// - Parameter start: where `length(in:at:)` finds some.
  static func moment(in bytes: [UInt8], at start: Int) -> MomentTaken? {
    let digits = bytes.number(at: start + Field.digits, as: Int64.self)
    let source = Int(bytes[start + Field.source])
    guard digits != 0, let time = LocalTime(digits: digits),
      let precision = MomentTaken.Precision(rawValue: bytes[start + Field.precision]),
      MomentTaken.Source.allCases.indices.contains(source)
    else { return nil }
    let offset = bytes.number(at: start + Field.offset, as: Int32.self)
    let microseconds = bytes.number(at: start + Field.microseconds, as: UInt32.self)
    return MomentTaken(
      time, precision, microseconds: microseconds, offset: offset == noOffset ? nil : offset,
      MomentTaken.Source.allCases[source]
    ).shownByThisClock
  }

  /// Nil if the texts aren't what was stored.
  ///
  /// - Parameter start: where `length(in:at:)` finds some.
  static func facts(in bytes: [UInt8], at start: Int) -> PhotoFacts? {
    guard let length = length(in: bytes, at: start) else { return nil }
    var texts = TextReader(bytes[start + Field.texts..<start + length])
    let flags = Int(bytes[start + Field.flags])
    guard let people = texts.texts(bytes.number(at: start + Field.people, as: UInt16.self)),
      let keywords = texts.texts(bytes.number(at: start + Field.keywords, as: UInt16.self)),
      let title = texts.texts(flags & titleFlag == 0 ? 0 : 1)
    else { return nil }
    let width = bytes.number(at: start + Field.width, as: UInt32.self)
    let height = bytes.number(at: start + Field.height, as: UInt32.self)
    return PhotoFacts(
      size: width > 0 && height > 0 ? PixelSize(width: width, height: height) : nil,
      OwnerFacts(
        moment: moment(in: bytes, at: start), rating: rating(in: bytes, at: start),
        isFavourite: flags & favouriteFlag != 0, people: people, keywords: keywords,
        title: title.first))
  }

  /// Reads texts, each after its length.
  private struct TextReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func texts(_ count: Int) -> [String]? {
      var texts: [String] = []
      for _ in 0..<count {
        guard rest.count >= 4 else { return nil }
        let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(4)
        guard rest.count >= length,
          let text = String(validating: rest.prefix(length), as: UTF8.self)
        else { return nil }
        texts.append(text)
        rest = rest.dropFirst(length)
      }
      return texts
    }
  }
}
