internal import Glibc

/// Times as HTTP writes them (RFC 9110, section 5.6.7), in seconds since 1970.
enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  static var now: Int { time(nil) }

  /// Nil for text in none of the three formats: "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94
  /// 08:49:37 GMT", "Sun Nov 6 08:49:37 1994".
  static func seconds(_ text: String) -> Int? {
    let words = text.lowercased().split { $0 == " " || $0 == "-" || $0 == "," }.map(String.init)
    guard (5...6).contains(words.count) else { return nil }
    // The words without the name of the day, and without GMT if it is there.
    let isOldest = months.contains(words[1])
    let (day, month, year, clock) =
      isOldest ? (words[2], words[1], words[4], words[3]) : (words[1], words[2], words[3], words[4])
    let parts = clock.split(separator: ":").compactMap { number($0) }
    guard let day = number(day), let month = months.firstIndex(of: month), var year = number(year),
      parts.count == 3,
      (1...31).contains(day), parts[0] < 24, parts[1] < 60, parts[2] <= 60
    else { return nil }
    // Two digits: the last such year that isn't more than 50 years ahead.
    if year < 100 { year += year < 70 ? 2000 : 1900 }
    guard (1970...9999).contains(year) else { return nil }
    var time = unsafe tm()
    unsafe (time.tm_year, time.tm_mon, time.tm_mday) = (
      Int32(year - 1900), Int32(month), Int32(day)
    )
    unsafe (time.tm_hour, time.tm_min, time.tm_sec) = (
      Int32(parts[0]), Int32(parts[1]), Int32(parts[2])
    )
    return unsafe timegm(&time)
  }

  private static func number(_ text: some StringProtocol) -> Int? {
    !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil
  }
}
