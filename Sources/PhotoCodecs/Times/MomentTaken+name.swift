extension MomentTaken {
  /// The date in a name that cameras, phones and programs give to files, as precise as it is there:
  /// IMG_20240501_101530.jpg, PXL_20240501_101530123.jpg, 2024-05-01 10.15.30.jpg,
  /// IMG-20240501-WA0003.jpg. By the clock that was there, but in UTC in names that begin with
  /// `PXL_`. Nil if there is none.
  init?(name: [UInt8]) {
    var day: MomentTaken?
    for start in name.indices where start == 0 || !NameScanner.isDigit(name[start - 1]) {
      // Other numbers of digits in a row count something else.
      let digits = name[start...].prefix(while: NameScanner.isDigit).count
      guard digits <= 8 || digits == 14 || digits == 17 else { continue }
      var scanner = NameScanner(name[start...])
      guard let date = scanner.date() else { continue }
      if let (time, microseconds) = scanner.time(of: date) {
        let moment = MomentTaken(time, microseconds: microseconds, .name)
        self = (name.starts(with: "PXL_".utf8) ? moment.shownHere : nil) ?? moment
        return
      }
      let before = start == 0 ? nil : name[start - 1]
      if day == nil, before.map(NameScanner.isLetter) != true, scanner.isAtEndOfWord {
        day = MomentTaken(date, .day, .name)
      }
    }
    guard let day else { return nil }
    self = day
  }

  /// A moment that is stated in UTC, by this machine's clock; nil outside the years that can be
  /// shown.
  private var shownHere: MomentTaken? {
    MomentTaken(
      unixTime: start.seconds - Self.epoch, microseconds: microseconds, source)
  }

  /// `LocalTime.seconds` of the beginning of 1970.
  private static let epoch = LocalTime(year: 1970, month: 1, day: 1)!.seconds

  /// The same moment, which was found before: if it is known in UTC only, by this machine's clock,
  /// which may be in another time zone by now.
  package var shownByThisClock: MomentTaken {
    guard let offset, [.takeout, .name, .file].contains(source) else { return self }
    return MomentTaken(
      unixTime: start.seconds - offset - Self.epoch, microseconds: microseconds, source) ?? self
  }
}

/// Reads a date, and what follows it, in a name.
private struct NameScanner {
  /// The years of photos that have such names.
  private static let years = 1900...2199
  /// Years in which dates without separators are written into names; before them such numbers count
  /// something else.
  private static let yearsOfNumbers = 1970...2199

  private var rest: ArraySlice<UInt8>

  init(_ text: ArraySlice<UInt8>) { rest = text }

  mutating func date() -> LocalTime? {
    guard let year = number(digits: 4) else { return nil }
    let isSeparated = rest.first.map { !Self.isDigit($0) } ?? false
    guard (isSeparated ? Self.years : Self.yearsOfNumbers).contains(year) else { return nil }
    skip("-_.")
    guard let month = number(digits: 2) else { return nil }
    skip("-_.")
    guard let day = number(digits: 2) else { return nil }
    return LocalTime(year: year, month: month, day: day)
  }

  /// The time after a date, and its microseconds; nil if there is none.
  mutating func time(of date: LocalTime) -> (LocalTime, Int)? {
    let start = rest
    defer { rest = start }
    let hasWord = [" at ", "_at_", "-at-"].contains { skip(word: $0) }
    if !hasWord { skip("-_ T.") }
    guard var hour = number(digits: 2) else { return nil }
    let isSeparated = skip("-_.:")
    guard let minute = number(digits: 2) else { return nil }
    skip("-_.:")
    var second = 0
    if let stated = number(digits: 2) {
      second = stated
    } else if !isSeparated {
      return nil
    }
    // More digits than three count something else, such as the photos of a burst.
    let separated = rest
    skip("-_.")
    var milliseconds = number(digits: 3) ?? 0
    if let next = rest.first, Self.isDigit(next) { milliseconds = 0 }
    if milliseconds == 0 { rest = separated }
    if let isAfternoon = halfOfDay(hour) { hour = hour % 12 + (isAfternoon ? 12 : 0) }
    return date.at(hour: hour, minute: minute, second: second).map { ($0, milliseconds * 1000) }
  }

  /// Whether neither a letter nor a digit follows.
  var isAtEndOfWord: Bool {
    guard let next = rest.first else { return true }
    return !Self.isDigit(next) && !Self.isLetter(next)
  }

  /// Whether PM follows, or AM; nil if neither does, or the hour doesn't fit.
  private mutating func halfOfDay(_ hour: Int) -> Bool? {
    guard (1...12).contains(hour) else { return nil }
    // macOS writes a narrow space that no line is broken at.
    let spaces = [[0x20], [0xE2, 0x80, 0xAF], [0xC2, 0xA0], [0x5F]] as [[UInt8]]
    for space in spaces where rest.starts(with: space) {
      rest = rest.dropFirst(space.count)
      break
    }
    let word = String(decoding: rest.prefix(2), as: UTF8.self).uppercased()
    guard ["AM", "PM"].contains(word), rest.dropFirst(2).first.map(Self.isLetter) != true else {
      return nil
    }
    return word == "PM"
  }

  /// Takes a number of exactly so many digits, of which more may follow.
  private mutating func number(digits: Int) -> Int? {
    let taken = rest.prefix(digits)
    guard taken.count == digits, taken.allSatisfy(Self.isDigit) else { return nil }
    rest = rest.dropFirst(digits)
    return taken.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// Takes one of these characters, if it comes next.
  @discardableResult
  private mutating func skip(_ separators: String) -> Bool {
    guard let next = rest.first, separators.utf8.contains(next) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func skip(word: String) -> Bool {
    guard rest.starts(with: word.utf8) else { return false }
    rest = rest.dropFirst(word.utf8.count)
    return true
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
