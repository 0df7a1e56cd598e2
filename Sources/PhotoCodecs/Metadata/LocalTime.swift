internal import Glibc

/// A date and time as a clock on the wall shows it, without a time zone, like dates in EXIF. Years
/// 1 to 9999.
package struct LocalTime: Hashable, Comparable, Sendable {
  /// The date and time as one decimal number, YYYYMMDDhhmmss.
  package let digits: Int

  /// Nil for a date that the Gregorian calendar doesn't have, or a time that no clock shows. A leap
  /// second is allowed.
  package init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Self.days(in: month, of: year)).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    digits = ((((year * 100 + month) * 100 + day) * 100 + hour) * 100 + minute) * 100 + second
  }

  /// A moment in this machine's time zone; nil outside the years that can be shown.
  ///
  /// - Parameter unixTime: in seconds since 1970, UTC.
  package init?(unixTime: Int) {
    var moment = time_t(unixTime)
    var parts = unsafe tm()
    guard unsafe localtime_r(&moment, &parts) != nil else { return nil }
    unsafe self.init(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
  }

  /// A date as EXIF writes it, `2024:07:15 12:34:56`, with any characters between the numbers. A
  /// time that is left blank or is wrong counts as midnight; nil if the date is wrong, such as the
  /// zeros of a camera whose clock was never set.
  init?(exif text: some Sequence<UInt8>) {
    let text = Array(text)
    func number(at offset: Int, count: Int) -> Int? {
      guard text.count >= offset + count else { return nil }
      return text[offset..<offset + count].reduce(Int?(0)) { number, byte in
        guard let number, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        return number * 10 + Int(byte - UInt8(ascii: "0"))
      }
    }
    guard let year = number(at: 0, count: 4), let month = number(at: 5, count: 2),
      let day = number(at: 8, count: 2)
    else { return nil }
    if let hour = number(at: 11, count: 2), let minute = number(at: 14, count: 2),
      let second = number(at: 17, count: 2),
      let time = LocalTime(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    {
      self = time
    } else {
      self.init(year: year, month: month, day: day)
    }
  }

  /// A date as ISO 8601 and XMP write it, `2024-07-15T12:34:56.7+02:00`, as the clock there showed
  /// it: the time zone is ignored. The seconds or the whole time may be missing.
  init?(iso text: some Collection<UInt8>) {
    let hasSeconds = text.dropFirst(16).first == UInt8(ascii: ":")
    self.init(exif: hasSeconds ? Array(text.prefix(19)) : text.prefix(16) + Array(":00".utf8))
  }

  /// A date and a time as IPTC writes them, `20240715` and `123456+0200`.
  init?(date: [UInt8], time: [UInt8]) {
    guard date.count >= 8 else { return nil }
    var parts = [date[0..<4], date[4..<6], date[6..<8]]
    if time.count >= 6 { parts += [time[0..<2], time[2..<4], time[4..<6]] }
    self.init(exif: parts.joined(separator: [UInt8(ascii: ":")]))
  }

  /// Seconds of the Gregorian calendar, so that two of them have a difference: time zones and leap
  /// seconds don't count.
  package var seconds: Int {
    func number(_ divisor: Int, below limit: Int = 100) -> Int { digits / divisor % limit }
    let month = number(100_000_000)
    // Years that begin in March, so that a leap day is the last one.
    let year = number(10_000_000_000, below: 10_000) - (month < 3 ? 1 : 0)
    let ofYear = (153 * ((month + 9) % 12) + 2) / 5 + number(1_000_000)
    let days = 365 * year + year / 4 - year / 100 + year / 400 + ofYear
    return ((days * 24 + number(10_000)) * 60 + number(100)) * 60 + number(1)
  }

  package static func < (first: LocalTime, second: LocalTime) -> Bool {
    first.digits < second.digits
  }

  private static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }
}

extension LocalTime: CustomStringConvertible {
  /// As in ISO 8601: "2024-07-15T12:34:56".
  package var description: String {
    func pair(_ divisor: Int) -> String {
      let number = digits / divisor % 100
      return number < 10 ? "0\(number)" : "\(number)"
    }
    return
      "\(pair(1_000_000_000_000))\(pair(10_000_000_000))-\(pair(100_000_000))-\(pair(1_000_000))"
      + "T\(pair(10_000)):\(pair(100)):\(pair(1))"
  }
}
