internal import ArgumentParser
internal import Glibc

/// A moment as users type it: a date on this machine's clock, such as `2024-07-15`, `2024-07` or
/// `2024`, or an age, such as `12h`, `7d` or `2w`.
struct PointInTime: Hashable {
  /// In seconds since 1970, UTC.
  let unixTime: Int

  static func argument(_ text: String) throws -> PointInTime {
    guard let moment = PointInTime(text, now: time(nil)) else {
      throw ValidationError(
        "it must be a day, month or year such as 2024-07-15, or up to 999999 hours, days or weeks "
          + "such as 12h, 7d or 2w"
      )
    }
    return moment
  }

  init?(_ text: String, now: Int) {
    guard let moment = Self.moment(ago: text, before: now) ?? Self.date(text) else { return nil }
    unixTime = moment
  }

  private static func moment(ago text: String, before now: Int) -> Int? {
    let units: [Character: Int] = ["h": 3600, "d": 86_400, "w": 604_800]
    guard let unit = text.last.flatMap({ units[$0] }),
      let count = number(text.dropLast(), digits: 1...6)
    else {
      return nil
    }
    return now - count * unit
  }

  private static func date(_ text: String) -> Int? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let year = number(parts[0], digits: 4...4), year > 0 else {
      return nil
    }
    guard let month = parts.count > 1 ? number(parts[1], digits: 2...2) : 1,
      (1...12).contains(month),
      let day = parts.count > 2 ? number(parts[2], digits: 2...2) : 1, (1...31).contains(day)
    else { return nil }
    var clock = unsafe tm()
    unsafe clock.tm_year = CInt(year - 1900)
    unsafe clock.tm_mon = CInt(month - 1)
    unsafe clock.tm_mday = CInt(day)
    unsafe clock.tm_isdst = -1
    let moment = unsafe mktime(&clock)
    // The 31st of a shorter month would become a day of the next month.
    return unsafe clock.tm_mday == CInt(day) ? moment : nil
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }
}
