import FoundationEssentials
import Glibc
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Lists of photos, and the dates and keys of searches.
@Suite(.waiting) struct ListTests {
  let place: Workplace

  init() throws { place = try Workplace(photos: 4) }

  @Test(arguments: ["1.jpg\n\n2.jpg\n", "1.jpg\n2.jpg", "1.jpg\r\n2.jpg\r\n"])
  func `a list has a path a line`(text: String) throws {
    try place.folder.write(Array(text.utf8), to: "list.txt")
    for list in ["list.txt", "-"] {
      let made = try place.run(
        Workplace.make + ["--files-from", list, "-o", "out.jpg", "--force"], input: .text(text))
      #expect(made.exitCode == 0 && made.error.isEmpty, "\(made)")
    }
  }

  @Test func `lists and names go together, and a wrong kind of list is told`() throws {
    let made = try place.run(
      Workplace.make + ["4.jpg", "--files-from", "-", "--dry-run"], input: .text("1.jpg\n"))
    #expect(made.exitCode == 0 && made.output.contains("1.jpg"), "\(made)")
    try place.folder.write(Array("1.jpg\02.jpg\0".utf8), to: "list")
    try place.expectNothingChanges(
      by: ["make", "--files-from", "list"],
      .failed(
        65,
        "list: has zero bytes, so it is no list with a path a line; if they end its paths, read it "
          + "with --files0-from"))
    #expect(try place.make("--files0-from", "list").exitCode == 0)
    let both = try place.run("make", "--files-from", "-", "--files0-from", "-")
    #expect(both.exitCode == 64 && both.error.contains("can't both read standard input"))
  }

  @Test func `a dash for photos names the options for lists`() throws {
    try place.expectNothingChanges(
      by: ["make", "-"],
      .failed(
        64,
        "-: photos can't be read from standard input; --files-from - reads their paths from it, one "
          + "a line, and --files0-from - those that end with zero bytes"))
  }

  private func write(_ date: String, to name: FilePath) throws {
    try place.folder.write(
      EXIFRecord.inserting(EXIFRecord.taken(date), intoJPEG: Workplace.photos[0]), to: name)
  }

  @Test func `dates are found from one to another`() throws {
    try place.folder.makeFolder("dated")
    try write("2022:12:31 23:59:59", to: "dated/a.jpg")
    try write("2023:06:15 12:00:00", to: "dated/b.jpg")
    try write("2024:06:30 23:59:59", to: "dated/c.jpg")
    try write("2024:07:01 00:00:00", to: "dated/d.jpg")
    for (word, found) in [
      ("date:2023..2024-06", "bc"), ("date:2023-06-15..2023-06-15", "b"), ("date:2024..", "cd"),
      ("date:..2022", "a"), ("date:..2023-06-14", "a"), ("date:2022..2024", "abcd"),
      ("-date:2023..2024-06", "ad"),
    ] {
      let outcome = try place.run("find", "--in", "dated", "--", word)
      let expected = found.map { "dated/\($0).jpg\n" }.joined()
      #expect(outcome.answer == .done(expected), "\(word)")
    }
    for (word, advice) in [
      ("date:..", "write a year, a month or a day: 2024, 2024-07 or 2024-07-15"),
      ("date:2024..2023", "write the earlier date first"),
    ] {
      let outcome = try place.run("find", word)
      #expect(outcome.exitCode == 64 && outcome.error.contains("\(word): \(advice)"), "\(outcome)")
    }
  }

  /// The digits of this day: month and day.
  private static var today: String {
    var now = time(nil)
    var parts = unsafe tm()
    _ = unsafe gmtime_r(&now, &parts)
    func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return unsafe "\(digits(parts.tm_mon + 1)):\(digits(parts.tm_mday))"
  }

  @Test func `today's photos of any year are found`() throws {
    try place.folder.makeFolder("dated")
    var command = BuiltProgram.command(["find", "today:", "--in", "dated"], in: place.folder)
    command.environment["TZ"] = "UTC"
    // At midnight the day may change meanwhile.
    var outcome = try command.run()
    var day = ""
    repeat {
      day = Self.today
      // There is no 29th of February in other years; 2000 and 2024 have one.
      for year in [2000, 2024] {
        try write("\(year):\(day) 10:00:00", to: FilePath("dated/\(year).jpg"))
      }
      try write("2021:\(day == "01:02" ? "01:03" : "01:02") 10:00:00", to: "dated/other.jpg")
      outcome = try command.run()
    } while day != Self.today
    #expect(outcome.answer == .done("dated/2000.jpg\ndated/2024.jpg\n"))
    #expect(try place.run("find", "today:now").exitCode == 64)
  }

  @Test(
    arguments: [
      ("dat:2024", "date"), ("people:lena", "person"), ("who:lena", "person"),
      ("tag:beach", "keyword"), ("keywords:beach", "keyword"), ("stars:4", "rating"),
      ("FOLDER:rome", "name"), ("-fav:", "favourite"), ("where:rome", nil),
    ] as [(String, String?)])
  func `an unknown key names the one that was meant, and those there are`(
    word: String, key: String?
  ) throws {
    let typed = word.hasPrefix("-") ? String(word.dropFirst()) : word
    let unknown = typed.prefix { $0 != ":" }.lowercased()
    let meant = key.map { "did you mean \($0):? The" } ?? "the"
    try place.expectNothingChanges(
      by: ["find", "--", word],
      .failed(
        64,
        "\(typed)\(typed.hasSuffix(":") ? "" : ":") no key \(unknown); \(meant) keys are date:, "
          + "after:, before:, today:, larger:, format:, rating:, favourite:, person:, keyword:, "
          + "title:, name:; write name:\(typed) for a name with it"))
  }

  @Test func `a name may have a colon`() throws {
    try place.folder.write(Workplace.photos[0], to: "dat:2024 12:30.jpg")
    let found = "./dat:2024 12:30.jpg\n"
    #expect(try place.run("find", "name:dat:2024").answer == .done(found))
    #expect(try place.run("find", "12:30").answer == .done(found))
  }
}
