package import PhotoCodecs

/// When a photo was taken, as well as that is known.
package struct PhotoMoment: Hashable, Sendable {
  /// Who says so; the most reliable first.
  package enum Source: Int, Comparable, Sendable {
    /// The photo's metadata.
    case camera
    /// The file's name, such as IMG_20240501_101530.
    case name
    /// The file's time of modification, which may be that of a copy.
    case file

    package static func < (first: Source, second: Source) -> Bool {
      first.rawValue < second.rawValue
    }
  }

  package let time: LocalTime
  /// 0 to 999.
  package let milliseconds: Int
  package let source: Source

  init(_ time: LocalTime, milliseconds: Int = 0, _ source: Source) {
    (self.time, self.milliseconds, self.source) = (time, milliseconds, source)
  }

  /// Milliseconds since a day long ago, as if no clock had ever been changed.
  var timeline: Int {
    let digits = time.digits
    let (date, clock) = (digits / 1_000_000, digits % 1_000_000)
    let seconds = clock / 10_000 * 3600 + clock / 100 % 100 * 60 + clock % 100
    return (Self.days(date / 10_000, date / 100 % 100, date % 100) * 86_400 + seconds) * 1000
      + milliseconds
  }

  /// The days of the Gregorian calendar before a date, counted from a day in March of the year 0.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // A year that begins in March ends with its leap day.
    let years = month > 2 ? year : year - 1
    let months = (month + 9) % 12
    return years * 365 + years / 4 - years / 100 + years / 400 + (months * 153 + 2) / 5 + day
  }
}
