import PhotoCodecs
import Testing

@testable import PhotoSources

@Suite struct SearchTermTests {
  private func term(_ text: String) throws(SearchTermError) -> SearchTerm {
    try SearchTerm(Array(text.utf8))
  }

  @Test(
    arguments: [
      ("date:2024", 20_240_000_000_000..<20_250_000_000_000),
      ("DATE:2024-07", 20_240_700_000_000..<20_240_800_000_000),
      ("date:2024-07-15", 20_240_715_000_000..<20_240_716_000_000),
      ("date:2024-7-5", 20_240_705_000_000..<20_240_706_000_000),
      ("after:2024-07", 20_240_700_000_000..<Int.max), ("before:2024-07", 0..<20_240_700_000_000),
      ("-before:2024", 0..<20_240_000_000_000),
    ] as [(String, Range<Int>)])
  func `a date is a year, a month or a day`(text: String, wanted: Range<Int>) throws {
    let range: Range<Int>
    switch try term(text).condition {
    case .date(let period): range = period
    case .begins(let period): range = period
    default:
      Issue.record("no date")
      return
    }
    #expect(range == wanted)
    #expect(try term(text).isNegated == text.hasPrefix("-"))
  }

  @Test(arguments: [
    "date:foo", "date:", "date:24", "date:2024-13", "date:2024-02-30", "date:2024-07-15-1",
    "date:2024-", "date:-1-2-3",
    "date:2024-007", "after:tomorrow", "before:2024/07", "-date:x", "larger:", "larger:0",
    "larger:-3", "larger:4k",
    "larger:99999999999999999999", "format:gif", "format:", "rating:x", "rating:9", "rating:0",
    "rating:", "favourite:yes", "person:", "keyword:", "title:", "-person: ",
  ])
  func `a condition with a wrong value is an error`(text: String) {
    #expect(throws: SearchTermError.self) { try term(text) }
  }

  @Test(arguments: [
    ("jpg", PhotoFormat.jpeg), ("JPEG", .jpeg), ("png", .png), ("heic", .heic), ("HEIF", .heic),
    ("avif", .avif),
    ("webp", .webp), ("jxl", .jxl), ("tiff", .tiff), ("TIF", .tiff), ("raw", .raw),
  ])
  func `a format is known by its name`(name: String, wanted: PhotoFormat) throws {
    guard case .format(let format) = try term("format:\(name)").condition else {
      Issue.record("no format")
      return
    }
    #expect(format == wanted)
    #expect(try !term("format:\(name)").needsHeader)
  }

  @Test(arguments: [
    ("rome", "rome"), ("Été", "ete"), ("name:square", "square"), ("10:20", "10:20"), ("-", "-"),
    ("--", "-"),
    ("landscapes", "landscapes"), ("-night", "night"), ("name:date:2024", "date:2024"), ("", ""),
  ])
  func `anything else is a word`(text: String, wanted: String) throws {
    guard case .word(let word) = try term(text).condition else {
      Issue.record("no word")
      return
    }
    #expect(word == Array(wanted.utf8))
  }

  @Test(arguments: [
    ("", []), ("  ", []), ("rome 2024", ["rome", "2024"]), (" a\tb ", ["a", "b"]),
    ("\"old town\" x", ["old town", "x"]),
    ("-\"old town", ["-old town"]), ("name:\"a b\"c", ["name:a bc"]), ("\"\"", []),
  ])
  func `a typed line is separated at its spaces, except between quotation marks`(
    line: String, wanted: [String]
  ) {
    #expect(SearchQuery.words(in: Array(line.utf8)) == wanted.map { Array($0.utf8) })
  }
}
