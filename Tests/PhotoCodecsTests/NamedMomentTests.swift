import Testing

@testable import PhotoCodecs

/// Dates in the names of files.
struct NamedMomentTests {
  @Test(arguments: [
    ("IMG_20240501_101530.jpg", "2024-05-01T10:15:30"),
    ("IMG_20240501_101530_BURST001.jpg", "2024-05-01T10:15:30"),
    ("2024-05-01 10.15.30.png", "2024-05-01T10:15:30"),
    ("signal-2024-05-01-10-15-30-123.jpg", "2024-05-01T10:15:30.123"),
    ("signal-2024-05-01-101532.jpg", "2024-05-01T10:15:32"),
    ("20240501T101530.heic", "2024-05-01T10:15:30"),
    ("00001IMG_00001_BURST20240501101530123_COVER.jpg", "2024-05-01T10:15:30.123"),
    ("20240501_1015301.jpg", "2024-05-01T10:15:30"),
    ("WhatsApp Image 2024-05-01 at 10.15.33.jpeg", "2024-05-01T10:15:33"),
    ("WhatsApp Image 2024-05-01 at 10.15.33 PM.jpeg", "2024-05-01T22:15:33"),
    ("Screen Shot 2024-05-01 at 12.15.33 AM.png", "2024-05-01T00:15:33"),
    ("IMG-20240501-WA0001.jpg", "2024-05-01"), ("1955-06-15 wedding.jpg", "1955-06-15"),
    ("20240501_251530.jpg", "2024-05-01"),
  ])
  func `cameras' and phones' names`(_ name: String, _ time: String) {
    let moment = MomentTaken(name: Array(name.utf8))
    #expect(moment?.description == time)
    #expect(moment?.source == .name && moment?.offset == nil)
  }

  @Test func `Pixel's names are in UTC, and shown by this machine's clock`() throws {
    let moment = try #require(MomentTaken(name: Array("PXL_20240501_101530123.MP.jpg".utf8)))
    let offset = try #require(moment.offset)
    let time = try #require(
      LocalTime(year: 2024, month: 5, day: 1, hour: 10, minute: 15, second: 30))
    #expect(moment.instant(offset: offset) == time.seconds * 1_000_000 + 123_000)
  }

  @Test(arguments: [
    "IMG_0001.jpg", "20241301_101530.jpg", "99991231_101530.jpg", "1234567890123456.jpg",
    "a120240501_101530.jpg", "2024.jpg", "DSC_20241.jpg", "order-202405011234567.jpg",
    "IMG_20240230_101530.jpg", "x20240501y.jpg", "",
  ])
  func `other numbers are no date`(_ name: String) {
    #expect(MomentTaken(name: Array(name.utf8)) == nil)
  }
}
