import PhotoCodecs
import Testing

@testable import PhotoSources

/// Times in the names of files.
struct FileNameTimeTests {
  @Test(arguments: [
    ("IMG_20240501_101530.jpg", "2024-05-01T10:15:30", 0),
    ("PXL_20240501_101530123.jpg", "2024-05-01T10:15:30", 123),
    ("PXL_20240501_101530123.MP.jpg", "2024-05-01T10:15:30", 123),
    ("IMG_20240501_101530_BURST001.jpg", "2024-05-01T10:15:30", 0),
    ("2024-05-01 10.15.30.png", "2024-05-01T10:15:30", 0),
    ("signal-2024-05-01-10-15-30-123.jpg", "2024-05-01T10:15:30", 123),
    ("20240501T101530.heic", "2024-05-01T10:15:30", 0),
    ("00001IMG_00001_BURST20240501101530123_COVER.jpg", "2024-05-01T10:15:30", 123),
    ("20240501_1015301.jpg", "2024-05-01T10:15:30", 0),
  ])
  func `cameras' and phones' names`(_ name: String, _ time: String, _ milliseconds: Int) {
    let moment = FileNameTime.moment(in: Array(name.utf8))
    #expect(moment?.time.description == time)
    #expect(moment?.milliseconds == milliseconds)
    #expect(moment?.source == .name)
  }

  @Test(arguments: [
    "IMG_0001.jpg", "IMG-20240501-WA0001.jpg", "20241301_101530.jpg", "20240501_251530.jpg",
    "99991231_101530.jpg", "1234567890123456.jpg", "a120240501_101530.jpg", "2024.jpg", "",
  ])
  func `other numbers are no time`(_ name: String) {
    #expect(FileNameTime.moment(in: Array(name.utf8)) == nil)
  }

  @Test func `the timeline counts days and milliseconds`() throws {
    func timeline(_ year: Int, _ month: Int, _ day: Int, end: Bool = false, _ milliseconds: Int = 0)
      throws -> Int
    {
      let time = try #require(
        LocalTime(
          year: year, month: month, day: day, hour: end ? 23 : 0, minute: end ? 59 : 0,
          second: end ? 59 : 0))
      return PhotoMoment(time, milliseconds: milliseconds, .camera).timeline
    }
    #expect(try timeline(2024, 3, 1) - timeline(2024, 2, 28, end: true) == 86_401_000)
    #expect(try timeline(2023, 3, 1) - timeline(2023, 2, 28, end: true) == 1000)
    #expect(try timeline(2024, 1, 1, 5) - timeline(2023, 12, 31, end: true, 7) == 998)
    #expect(try timeline(2024, 5, 1) - timeline(2023, 5, 1) == 366 * 86_400_000)
  }
}
