import Testing

@testable import PhotoCodecs

@Suite struct LocalTimeTests {
  @Test(arguments: [
    ("2024:07:15 12:34:56", "2024-07-15T12:34:56"), ("2024-07-15T12:34:56Z", "2024-07-15T12:34:56"),
    ("2024:02:29 23:59:60", "2024-02-29T23:59:60"), ("2024:07:15   :  :  ", "2024-07-15T00:00:00"),
    ("2024:07:15", "2024-07-15T00:00:00"), ("2024:07:15 24:00:00", "2024-07-15T00:00:00"),
    ("0001:01:01 00:00:00", "0001-01-01T00:00:00"),
  ])
  func `a date is read as cameras write it`(text: String, wanted: String) {
    #expect(LocalTime(exif: text.utf8)?.description == wanted)
  }

  @Test(arguments: [
    "", "0000:00:00 00:00:00", "    :  :     :  :  ", "2023:02:29 00:00:00", "2024:13:01 00:00:00",
    "2024:00:10 00:00:00", "2024:04:31 00:00:00", "1900:02:29 00:00:00", "2024:07", "2024",
    "-024:07:15 00:00:00",
    "２０２４:07:15",
  ])
  func `what no calendar has is no date`(text: String) {
    #expect(LocalTime(exif: text.utf8) == nil)
  }

  @Test(arguments: [
    ("2024-07-15T12:34:56.78+02:00", "2024-07-15T12:34:56"),
    ("2024-07-15T12:34Z", "2024-07-15T12:34:00"),
    ("2024-07-15T12:34", "2024-07-15T12:34:00"), ("2024-07-15T12:34+02:00", "2024-07-15T12:34:00"),
    ("2024-07-15", "2024-07-15T00:00:00"),
  ])
  func `a date is read as XMP has it, by the clock that was there`(text: String, wanted: String) {
    #expect(LocalTime(iso: text.utf8)?.description == wanted)
    #expect(LocalTime(iso: "2024-07".utf8) == nil && LocalTime(iso: "".utf8) == nil)
  }

  @Test func `a date and a time are read as IPTC has them`() {
    func time(_ date: String, _ time: String) -> String? {
      LocalTime(date: Array(date.utf8), time: Array(time.utf8))?.description
    }
    #expect(time("20240715", "123456+0200") == "2024-07-15T12:34:56")
    #expect(
      time("20240715", "1234") == "2024-07-15T00:00:00"
        && time("20240715", "") == "2024-07-15T00:00:00")
    #expect(
      time("00000000", "123456") == nil && time("202407", "123456") == nil && time("", "") == nil)
  }

  @Test func `later times are greater`() throws {
    let times = [
      "1999:12:31 23:59:59", "2000:01:01 00:00:00", "2000:01:01 00:00:01", "2000:02:01 00:00:00",
    ]
    .compactMap { LocalTime(exif: $0.utf8) }
    #expect(times.count == 4 && times == times.sorted())
  }

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
