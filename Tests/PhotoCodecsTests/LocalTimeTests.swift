import Testing

@testable import PhotoCodecs

@Suite struct LocalTimeTests {
  @Test func `a moment has a time in this machine's zone, if its year has four digits`() throws {
    // Noon of the second day of 1970 in London is in January 1970 everywhere.
    #expect(try #require(LocalTime(unixTime: 129_600)).description.hasPrefix("1970-01-0"))
    #expect(LocalTime(unixTime: .max) == nil && LocalTime(unixTime: .min) == nil)
    #expect(LocalTime(unixTime: 1 << 40) == nil)
  }

  @Test func `between midnights there are as many seconds as days in the calendar`() throws {
    var last: LocalTime?
    for year in [1599, 1600, 1899, 1900, 1999, 2000, 2023, 2024] {
      for month in 1...12 {
        for day in 1...31 {
          guard let next = LocalTime(year: year, month: month, day: day) else { continue }
          if let last, year % 100 != 99 || month > 1 || day > 1,
            year != 2023 || month > 1 || day > 1
          {
            #expect(next.seconds - last.seconds == 86_400, "\(next)")
          }
          last = next
        }
      }
    }
    let night = try #require(
      LocalTime(year: 2023, month: 12, day: 31, hour: 23, minute: 59, second: 58))
    let morning = try #require(
      LocalTime(year: 2024, month: 1, day: 1, hour: 0, minute: 1, second: 3))
    #expect(morning.seconds - night.seconds == 65)
    let first = try #require(LocalTime(year: 1, month: 1, day: 1))
    // 2024 years, of which 490 have a leap day.
    #expect(
      try #require(LocalTime(year: 2024, month: 1, day: 1)).seconds - first.seconds
        == (2023 * 365 + 490) * 86_400)
  }
}
