import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Pages of cells, and names of files that say what to write.
@Suite(.waiting) struct ContactSheetTests {
  private let place: PagesPlace

  init() throws { place = try PagesPlace(photos: 13) }

  private static let page = PagesPlace.options

  @Test func `on contact sheets folders follow each other, unless headings part them`() throws {
    for (folder, photos) in [("two", 0..<4), ("two/below", 4..<6)] {
      try place.folder.makeFolder(FilePath(folder))
      for name in place.names(13)[photos] {
        try place.folder.write(
          place.folder.read(FilePath(name)), to: FilePath("\(folder)/\(name)"))
      }
    }
    let pages = ["pages", "two", "--recursive"] + Self.page
    for options in [["--columns", "5"], ["--look", "contact"]] {
      #expect(try place.run(pages + options + ["-o", "sheet.pdf", "--force"]).exitCode == 0)
      #expect(try place.photos(in: "sheet.pdf").map(Set.init) == [[0, 1, 2, 3, 4, 5]])
    }
    let parted = pages + ["--columns", "5", "--headings", "folder", "-o", "parted.pdf"]
    #expect(try place.run(parted).exitCode == 0)
    #expect(try place.photos(in: "parted.pdf").map(Set.init) == [[0, 1, 2, 3], [4, 5]])
    #expect(try place.run(pages + ["-o", "book.pdf"]).exitCode == 0)
    #expect(try place.photos(in: "book.pdf").map(Set.init) == [[0, 1, 2, 3], [4, 5]])
  }

  @Test func `a name that doesn't say what to write is refused`() throws {
    try place.expectNothingChanges(
      by: ["pages", "00.png", "01.png", "-o", "book"],
      .failed(
        64,
        "book: the name must say what to write: book.pdf for a book, or book-{n}.jpg for pictures"))
    #expect(try place.pages(2, ["-o", "book", "--format", "pdf"]).exitCode == 0)
  }
}
