extension MomentTaken {
  /// What offsets of clocks from UTC can be, in seconds: those of today's and of former times.
  private static let offsets = -57_600...57_600

  /// A date as EXIF, XMP, and the texts of a PNG have it: `2024:07:15 12:34:56`,
  /// `2024-07-15T12:34:56.7+02:00`, `1955-06`, with any characters between the numbers. Zeros for
  /// the month or the day, and what is left blank, are unknown. A wrong time counts as unknown, and
  /// minutes without seconds as their beginning. Nil if the date is wrong, such as the zeros of a
  /// camera whose clock was never set.
  init?(_ text: some Sequence<UInt8>, _ source: Source) {
    var scanner = DateScanner(Array(text))
    guard let (date, precision) = scanner.date() else { return nil }
    guard precision == .day, let time = scanner.time(of: date) else {
      self.init(date, precision, source)
      return
    }
    self.init(
      time, microseconds: scanner.fraction(), offset: Self.checked(scanner.offset()), source)
  }

  /// As EXIF has it, in three fields.
  ///
  /// - Parameters:
  ///   - fraction: digits after the point: "5" is half a second; nil if there are none.
  ///   - offset: such as `+02:00`; nil if there is none.
  init?(exif text: some Sequence<UInt8>, fraction: ArraySlice<UInt8>?, offset: ArraySlice<UInt8>?) {
    var scanner = DateScanner(Array(text))
    guard let (date, precision) = scanner.date() else { return nil }
    guard precision == .day, let time = scanner.time(of: date) else {
      self.init(date, precision, .exif)
      return
    }
    let ownFraction = scanner.fraction()
    var fractionScanner = DateScanner([UInt8(ascii: ".")] + Array(fraction ?? []))
    var offsetScanner = DateScanner(Array(offset ?? []))
    self.init(
      time, microseconds: fraction == nil ? ownFraction : fractionScanner.fraction(),
      offset: Self.checked(offsetScanner.offset() ?? scanner.offset()), .exif)
  }

  /// A date and a time as IPTC has them, `20240715` and `123456+0200`. Zeros are unknown.
  init?(iptc date: [UInt8], time: [UInt8]) {
    guard date.count >= 8 else { return nil }
    let days = [date[0..<4], date[4..<6], date[6..<8]].joined(separator: [UInt8(ascii: "-")])
    guard time.count >= 6 else {
      self.init(days, .iptc)
      return
    }
    let hours = [time[0..<2], time[2..<4], time[4...]].joined(separator: [UInt8(ascii: ":")])
    self.init([Array(days), Array(hours)].joined(separator: [UInt8(ascii: "T")]), .iptc)
  }

  /// A PNG's Creation Time: as of RFC 1123, `Wed, 01 May 2024 10:15:30 +0200`, or as above.
  init?(png text: [UInt8]) {
    if let moment = MomentTaken(text, .png) {
      self = moment
      return
    }
    let months = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    let words = String(decoding: text.prefix(64), as: UTF8.self).lowercased()
      .split { " ,\t\r\n".contains($0) }
    guard let place = words.firstIndex(where: { months.contains(String($0.prefix(3))) }),
      place > 0, place + 1 < words.count, let day = Int(words[place - 1]),
      let month = months.firstIndex(of: String(words[place].prefix(3))),
      let year = Int(words[place + 1]), (1...31).contains(day), year > 99
    else { return nil }
    func digits(_ number: Int, _ count: Int) -> String {
      String(repeating: "0", count: max(count - "\(number)".count, 0)) + "\(number)"
    }
    let rest = words[(place + 2)...].map { ["gmt", "ut", "utc", "z"].contains($0) ? "Z" : $0 }
    let iso = "\(digits(year, 4))-\(digits(month + 1, 2))-\(digits(day, 2))"
    self.init("\(iso)T\(rest.joined())".utf8, .png)
  }

  private static func checked(_ offset: Int?) -> Int? {
    offset.flatMap { offsets.contains($0) ? $0 : nil }
  }
}

/// Reads the parts of a date, one after the other.
private struct DateScanner {
  private var rest: ArraySlice<UInt8>

  init(_ text: [UInt8]) { rest = text.drop { $0 == 0x20 }[...] }

  /// The date, with firsts for what isn't known.
  mutating func date() -> (LocalTime, MomentTaken.Precision)? {
    guard let year = number(4), let month = dateField() else { return nil }
    guard month > 0 else { return LocalTime(year: year, month: 1, day: 1).map { ($0, .year) } }
    guard let day = dateField() else { return nil }
    guard day > 0 else { return LocalTime(year: year, month: month, day: 1).map { ($0, .month) } }
    return LocalTime(year: year, month: month, day: day).map { ($0, .day) }
  }

  /// The time on a day; nil if there is none.
  mutating func time(of date: LocalTime) -> LocalTime? {
    guard let hour = timeField(), let minute = timeField() else { return nil }
    let second = rest.first == UInt8(ascii: ":") ? timeField() : 0
    return second.flatMap { date.at(hour: hour, minute: minute, second: $0) }
  }

  /// What follows a point, in microseconds.
  mutating func fraction() -> Int {
    guard let first = rest.first, ".,".utf8.contains(first) else { return 0 }
    rest = rest.dropFirst()
    let digits = rest.prefix(while: Self.isDigit)
    rest = rest.dropFirst(digits.count)
    return (digits.prefix(6) + Array(repeating: 0x30, count: 6)).prefix(6)
      .reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// `Z`, `+02:00`, `+0200` or `+02`, in seconds.
  mutating func offset() -> Int? {
    rest = rest.drop { $0 == 0x20 }
    guard let sign = rest.first else { return nil }
    if sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") { return 0 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    rest = rest.dropFirst()
    guard let hours = number(2) else { return nil }
    if rest.first == UInt8(ascii: ":") { rest = rest.dropFirst() }
    let minutes = number(2) ?? 0
    guard minutes < 60 else { return nil }
    return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes) * 60
  }

  /// The month or the day after a separator; 0 if it is left blank or out, nil if it is no number.
  private mutating func dateField() -> Int? {
    guard let separator = rest.first else { return 0 }
    guard !Self.isDigit(separator) else { return nil }
    rest = rest.dropFirst()
    if let number = number(2) { return number }
    return rest.prefix(2).allSatisfy { $0 == 0x20 || $0 == 0 } ? 0 : nil
  }

  private mutating func timeField() -> Int? {
    guard let separator = rest.first, !Self.isDigit(separator) else { return nil }
    rest = rest.dropFirst()
    return number(2)
  }

  private mutating func number(_ digits: Int) -> Int? {
    let taken = rest.prefix(digits)
    guard taken.count == digits, taken.allSatisfy(Self.isDigit) else { return nil }
    rest = rest.dropFirst(digits)
    return taken.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
