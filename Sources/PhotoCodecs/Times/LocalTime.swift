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
    guard let shown = LocalTime.shown(unixTime) else { return nil }
    self = shown.time
  }

  /// A moment as this machine's clock shows it, and how many seconds that clock is ahead of UTC;
  /// nil outside the years that can be shown.
  ///
  /// - Parameter unixTime: in seconds since 1970, UTC.
  static func shown(_ unixTime: Int) -> (time: LocalTime, offset: Int)? {
    var moment = time_t(unixTime)
    var parts = unsafe tm()
    guard unsafe localtime_r(&moment, &parts) != nil else { return nil }
    let time = unsafe LocalTime(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
    let offset = unsafe Int(parts.tm_gmtoff)
    return time.map { (time: $0, offset: offset) }
  }

  /// - Parameter digits: YYYYMMDDhhmmss; nil if that is no date or no time.
  package init?(digits: Int) {
    self.init(
      year: digits / 10_000_000_000, month: digits / 100_000_000 % 100,
      day: digits / 1_000_000 % 100, hour: digits / 10_000 % 100, minute: digits / 100 % 100,
      second: digits % 100)
  }

  /// A time on the same day; nil if no clock shows it.
  func at(hour: Int, minute: Int, second: Int) -> LocalTime? {
    LocalTime(
      year: digits / 10_000_000_000, month: digits / 100_000_000 % 100,
      day: digits / 1_000_000 % 100, hour: hour, minute: minute, second: second)
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

  /// The day of the week, 0 for Sunday.
  package var weekday: Int {
    // A leap second would count as the next day.
    let midnight = LocalTime(digits: digits / 1_000_000 * 1_000_000) ?? self
    return (midnight.seconds / 86_400 + 2) % 7
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
