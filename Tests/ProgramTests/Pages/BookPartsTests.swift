import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Covers, page numbers and headings of `collage pages`.
@Suite(.waiting, .enabled(if: InstalledText.isThere, "\(InstalledText.reason)"))
struct BookPartsTests {
  private let place: PagesPlace

  init() throws { place = try PagesPlace(photos: 8) }

  private static let pictures = ["--canvas", "A6@50dpi", "--quiet", "-o", "p-{n}.png"]

  /// What the recipe of a page's picture says.
  private func recipe(_ name: FilePath) throws -> String {
    let file = try PhotoFile.open(place.folder.path(of: name))
    return try #require(try RecipeRecord.read(from: file)).json
  }

  /// Copies photos to files that say in their names when they were taken, or to a folder.
  private func write(_ number: Int, as name: FilePath) throws {
    try place.folder.write(place.folder.read(FilePath(place.names(8)[number])), to: name)
  }

  @Test func `a cover shows the best photo, the title and the dates, and the pages all photos`()
    throws
  {
    let names = [
      "IMG_20240503_101500.png", "IMG_20240504_101500.png", "IMG_20240507_101500.png",
    ]
    for (number, name) in names.enumerated() { try write(number, as: FilePath(name)) }
    try place.folder.write(
      Picture.png(Picture.sample(3, PixelSize(width: 400, height: 300))),
      to: FilePath(names[1]))
    let made = try place.run(
      ["pages"] + names + ["--cover", "--title", "{folder}: {date}", "--header", "Page {page}"]
        + Self.pictures)
    #expect(made.answer == .done("p-1.png\np-2.png\n"))
    let cover = try recipe("p-1.png")
    #expect(cover.contains(#""name":"\#(names[1])""#) && !cover.contains(names[0]), "\(cover)")
    #expect(cover.contains("3 \u{2013} 7 May 2024") && !cover.contains(#""header""#), "\(cover)")
    let folder = try #require(place.folder.string.split(separator: "/").last)
    #expect(cover.contains(#""title":"\#(folder): 3"#), "\(cover)")
    let page = try recipe("p-2.png")
    #expect(names.allSatisfy { page.contains(#""name":"\#($0)""#) }, "\(page)")
    #expect(page.contains(#""header":"Page 1""#) && !page.contains(#""title""#), "\(page)")
  }

  @Test func `a book with a cover has one page more`() throws {
    let made = try place.pages(8, ["--per-page", "4", "--cover", "--page-numbers", "-o", "a.pdf"])
    #expect(made.answer == .done("a.pdf\n"))
    let pages = try place.photos(in: "a.pdf")
    #expect(pages.map(\.count) == [1, 4, 4] && pages.dropFirst().flatMap(\.self) == Array(0..<8))
    #expect(try place.pages(8, ["--cover", "-o", "b.pdf", "--jobs", "1"]).exitCode == 0)
    #expect(try place.pages(8, ["--cover", "-o", "c.pdf", "--jobs", "4"]).exitCode == 0)
    #expect(try place.folder.read("b.pdf") == place.folder.read("c.pdf"))
  }

  @Test func `pages are numbered without the cover, beside what a footer says`() throws {
    func footer(_ options: [String], of name: FilePath) throws -> String {
      let made = try place.run(
        ["pages"] + place.names(4) + ["--per-page", "2", "--page-numbers", "--force"] + options
          + Self.pictures)
      #expect(made.exitCode == 0, "\(made)")
      return try recipe(name)
    }
    #expect(try footer([], of: "p-2.png").contains(#""footer":"2""#))
    #expect(try footer(["--cover"], of: "p-2.png").contains(#""footer":"1""#))
    #expect(try !footer(["--cover"], of: "p-1.png").contains(#""footer""#))
    #expect(
      try footer(["--footer", "Rome"], of: "p-1.png").contains("\"footer\":\"Rome  \u{B7}  1\""))
    #expect(try footer(["--footer", "- {page} -"], of: "p-1.png").contains(#""footer":"- 1 -""#))
  }

  @Test func `each event begins a page, however few photos it has`() throws {
    let names = [
      "IMG_20240504_101500.png", "IMG_20240503_101500.png", "IMG_20240503_121500.png",
      "IMG_20240503_111500.png",
    ]
    for (number, name) in names.enumerated() { try write(number, as: FilePath(name)) }
    let pages = ["pages"] + names + ["--per-page", "5", "--force"] + Self.pictures
    #expect(try place.run(pages + ["--by", "event"]).answer == .done("p-1.png\np-2.png\n"))
    let (first, second) = (try recipe("p-1.png"), try recipe("p-2.png"))
    #expect(names[1...].allSatisfy(first.contains) && !first.contains(names[0]), "\(first)")
    #expect(second.contains(names[0]) && !names[1...].contains(where: second.contains))
    #expect(try place.run(pages + ["--by", "date"]).output == "p-1.png\n")
    // An event on several pages is told, and what is advised makes it one.
    let loud = pages.filter { $0 != "--quiet" } + ["--by", "event"]
    let divided = try place.run(loud + ["--per-page", "2"])
    #expect(divided.output == "p-1.png\np-2.png\np-3.png\n")
    let advice = "one event takes several pages; --per-page 3 gives it one page"
    #expect(divided.error.contains("collage: warning: \(advice)\n"), "\(divided.error)")
    let whole = try place.run(loud + ["--per-page", "3"])
    #expect(whole.output == "p-1.png\np-2.png\n" && !whole.error.contains("event"), "\(whole)")
    // Who doesn't say when it was taken may stand under another one's day.
    let undated = try place.run(
      ["pages"] + names + [place.names(1)[0], "--headings", "day", "-o", "q.pdf"])
    let note = "1 photo doesn't say when it was taken; it follows the one that was named before it"
    #expect(
      undated.exitCode == 0 && undated.error.contains("collage: warning: \(note)\n"), "\(undated)")
    // Nobody asked for the first page's large photo.
    #expect(!undated.error.contains("as large as"), "\(undated)")
  }

  @Test func `pictures in folders below are told, and taken if that is asked for`() throws {
    try place.folder.makeFolder("trip")
    try place.folder.makeFolder("trip/Rome")
    for (number, name) in ["trip/a.png", "trip/Rome/b.png", "trip/Rome/c.png"].enumerated() {
      try write(number, as: FilePath(name))
    }
    let pages = ["pages", "trip", "--canvas", "A6@50dpi", "--force", "-o"]
    let some = try place.run(pages + ["some.pdf"])
    #expect(
      some.error.contains(
        "collage: 2 more pictures are in folders below; --recursive takes them\n"), "\(some)")
    let all = try place.run(pages + ["all.pdf", "--recursive"])
    #expect(all.exitCode == 0 && !all.error.contains("below"), "\(all)")
    // A folder's own collages don't hide what is below.
    try place.folder.remove("trip/a.png")
    _ = try place.run(["make", "trip/Rome/b.png", "trip/Rome/c.png", "-o", "trip/x.png"])
    let refused = try place.run(pages + ["none.pdf"])
    #expect(refused.exitCode == 64 && refused.error.contains("--recursive"), "\(refused)")
  }

  @Test func `a heading begins a new page for each day or folder`() throws {
    let names = [
      "IMG_20240503_101500.png", "IMG_20240504_101500.png", "IMG_20240503_181500.png",
      "IMG_20240503_191500.png",
    ]
    for (number, name) in names.enumerated() { try write(number, as: FilePath(name)) }
    let made = try place.run(
      ["pages"] + names + ["--headings", "day", "--per-page", "2"] + Self.pictures)
    #expect(made.answer == .done("p-1.png\np-2.png\np-3.png\n"))
    let pages = try ["p-1.png", "p-2.png", "p-3.png"].map { try recipe(FilePath($0)) }
    #expect(pages[0].contains(#""title":"3 May 2024""#) && pages[0].contains(names[0]))
    #expect(!pages[1].contains(#""title""#) && pages[1].contains(names[3]), "\(pages[1])")
    #expect(pages[2].contains(#""title":"4 May 2024""#) && pages[2].contains(names[1]))
    try place.folder.makeFolder("Rome")
    try place.folder.makeFolder("Delft")
    for name in ["Rome/a.png", "Rome/b.png", "Delft/c.png"] { try write(5, as: FilePath(name)) }
    let byFolder = try place.run(
      ["pages", "Rome/a.png", "Rome/b.png", "Delft/c.png", "--headings", "folder", "--force"]
        + Self.pictures)
    #expect(byFolder.output == "p-1.png\np-2.png\n", "\(byFolder)")
    #expect(try recipe("p-1.png").contains(#""title":"Rome""#))
    #expect(try recipe("p-2.png").contains(#""title":"Delft""#))
  }

  @Test(arguments: [
    (
      ["--headings", "day"],
      "no photo says when it was taken, so there are no headings by day; choose them by folder"
    ),
    (
      ["--headings", "folder", "--title", "Rome"],
      "the title and the headings both stand above pages; add a cover, which takes the title, or leave one of them out"
    ),
    (
      ["--headings", "month"],
      "The value 'month' is invalid for '--headings <what>': it must be day or folder; see 'collage pages --help'"
    ),
  ])
  func `what can't stand above pages is refused`(options: [String], message: String) throws {
    try place.expectNothingChanges(
      by: ["pages"] + place.names(3) + options + ["-o", "book.pdf"], .failed(64, message))
  }

  @Test func `a batch makes the same books, and titles of folders' names`() throws {
    try place.folder.makeFolder("photos")
    try place.folder.makeFolder("photos/Rome")
    for number in 0..<4 { try write(number, as: FilePath("photos/Rome/\(number).png")) }
    let line =
      #"{"photos": ["photos/Rome"], "pages": true, "cover": true, "page-numbers": true, "#
      + #""headings": "folder", "output": "a.pdf"}"#
    try place.folder.write(Array((line + "\n").utf8), to: "jobs.jsonl")
    let options = ["--canvas", "A6@50dpi", "--quiet"]
    #expect(try place.run(["batch", "jobs.jsonl"] + options).exitCode == 0)
    let single = try place.run(
      ["pages", "photos/Rome", "--cover", "--page-numbers", "--headings", "folder", "-o", "b.pdf"]
        + options)
    #expect(single.exitCode == 0, "\(single)")
    #expect(try place.folder.read("a.pdf").count == place.folder.read("b.pdf").count)
    let again = try place.run(["batch", "jobs.jsonl"] + options)
    #expect(again.output.contains(#""status":"unchanged""#), "\(again)")
    let books = try place.run(
      ["batch", "--from-folders", "photos", "--books", "books", "--cover"] + options)
    #expect(books.exitCode == 0, "\(books)")
    #expect(try place.photos(in: "books/Rome.pdf").map(\.count) == [1, 4])
    let titled = try place.run(
      ["batch", "--from-folders", "photos", "--title", "In {folder}", "--library", "lib"]
        + options)
    #expect(titled.exitCode == 0 && titled.error.isEmpty, "\(titled)")
    let name = try #require(
      try place.folder.names(in: "lib").first { $0.hasPrefix("collage-") })
    #expect(try recipe(FilePath("lib/\(name)")).contains(#""title":"In Rome""#))
  }
}
