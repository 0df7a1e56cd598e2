internal import PhotoCodecs

// How what photos state is stored beside what is measured of them.
extension StatedFacts {
  func write(to record: inout RecordWriter) {
    for moment in [moments.original, moments.digitised, moments.changed] {
      moment.write(to: &record)
    }
    record.append(rating ?? 0, bytes: 1)
    for names in [people, keywords] {
      record.append(names.count, bytes: 2)
      for name in names { record.appendCounted(name.utf8) }
    }
    record.append((title?.kind.rawValue ?? -1) + 1, bytes: 1)
    if let title { record.appendCounted(title.text.utf8) }
  }

  /// Nil for bytes that don't hold them.
  init?(_ record: inout RecordReader) {
    self.init()
    guard let original = MomentTaken?.read(&record), let digitised = MomentTaken?.read(&record),
      let changed = MomentTaken?.read(&record), let rating = record.number(bytes: 1),
      let people = record.names(), let keywords = record.names(),
      let kind = record.number(bytes: 1)
    else { return nil }
    moments = StatedMoments(original: original, digitised: digitised, changed: changed)
    self.rating = rating == 0 ? nil : Int(Int8(truncatingIfNeeded: rating))
    (self.people, self.keywords) = (people, keywords)
    if kind > 0 {
      guard let kind = TitleKind(rawValue: kind - 1), let text = record.name() else { return nil }
      title = Title(kind, text)
    }
  }
}

extension MomentTaken? {
  /// What is stored for an offset that is unknown.
  private static var noOffset: Int { Int(Int32.min) }

  fileprivate func write(to record: inout RecordWriter) {
    guard let moment = self else { return record.append(0, bytes: 8) }
    record.append(moment.start.digits, bytes: 8)
    record.append(Int(moment.precision.rawValue), bytes: 1)
    record.append(moment.microseconds, bytes: 4)
    record.append(moment.offset ?? Self.noOffset, bytes: 4)
    record.append(MomentTaken.Source.allCases.firstIndex(of: moment.source) ?? 0, bytes: 1)
  }

  /// Nil for bytes that don't hold one, or none.
  fileprivate static func read(_ record: inout RecordReader) -> MomentTaken?? {
    guard let digits = record.number(bytes: 8) else { return nil }
    if digits == 0 { return .some(nil) }
    guard let start = LocalTime(digits: digits),
      let precision = record.number(bytes: 1).flatMap({
        MomentTaken.Precision(rawValue: UInt8($0))
      }),
      let microseconds = record.number(bytes: 4), (0..<1_000_000).contains(microseconds),
      let offset = record.number(bytes: 4), let source = record.number(bytes: 1),
      MomentTaken.Source.allCases.indices.contains(source)
    else { return nil }
    let signed = Int(Int32(truncatingIfNeeded: offset))
    return MomentTaken(
      start, precision, microseconds: microseconds, offset: signed == noOffset ? nil : signed,
      MomentTaken.Source.allCases[source])
  }
}

extension RecordReader {
  fileprivate mutating func names() -> [String]? {
    guard let count = number(bytes: 2) else { return nil }
    var names: [String] = []
    for _ in 0..<count {
      guard let name = name() else { return nil }
      names.append(name)
    }
    return names
  }

  fileprivate mutating func name() -> String? {
    countedBytes().flatMap { String(validating: $0, as: UTF8.self) }
  }
}
