import PhotoCodecs
import Testing

@testable import CollageKit

@Suite struct PageTextTests {
  private func date(_ year: Int, _ month: Int, _ day: Int, hour: Int = 0) throws -> MomentTaken {
    MomentTaken(
      try #require(LocalTime(year: year, month: month, day: day, hour: hour)), .second, .exif)
  }

  @Test func `fields are filled in, and everything else stays`() throws {
    let text = try PageText("{folder}: {page} / {pages}, {date} (é)")
    let dates = DatesShown(
      first: try date(2024, 5, 3), last: try date(2024, 5, 3, hour: 20))
    #expect(
      text.text(folder: "Rome", dates: dates, number: 2, of: 13) == "Rome: 2 / 13, 3 May 2024 (é)")
    #expect(text.text(folder: nil, dates: nil, number: 1, of: 1) == "1 / 1 (é)")
    #expect(try PageText("").text(folder: "a", dates: nil, number: 1, of: 1) == "")
  }

  @Test(arguments: [
    ("{Page}", "there is no field {Page}; the fields are {folder}, {date}, {page} and {pages}"),
    ("{}", "there is no field {}; the fields are {folder}, {date}, {page} and {pages}"),
    ("{page", "a brace is missing; the fields are {folder}, {date}, {page} and {pages}"),
    ("page}", "a brace is missing; the fields are {folder}, {date}, {page} and {pages}"),
  ])
  func `other fields and lone braces are refused`(text: String, message: String) {
    do throws(PageText.Fault) {
      _ = try PageText(text)
      Issue.record("\(text) is taken")
    } catch {
      #expect("\(error)" == message)
    }
  }

  @Test func `a range of dates says only what differs`() throws {
    let cases: [(first: (Int, Int, Int), last: (Int, Int, Int), String)] = [
      ((2024, 5, 3), (2024, 5, 3), "3 May 2024"),
      ((2024, 5, 3), (2024, 5, 17), "3 \u{2013} 17 May 2024"),
      ((2024, 4, 30), (2024, 5, 2), "30 April \u{2013} 2 May 2024"),
      ((2023, 12, 30), (2024, 1, 2), "30 December 2023 \u{2013} 2 January 2024"),
      ((2023, 5, 3), (2024, 5, 3), "3 May 2023 \u{2013} 3 May 2024"),
    ]
    for (first, last, text) in cases {
      let dates = DatesShown(
        first: try date(first.0, first.1, first.2),
        last: try date(last.0, last.1, last.2, hour: 3))
      #expect(PageText.text(of: dates) == text)
    }
  }
}
