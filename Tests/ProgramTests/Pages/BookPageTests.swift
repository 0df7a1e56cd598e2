import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// What pages have because they are printed, bound and leafed through.
@Suite(.waiting) struct BookPageTests {
  private let place: PagesPlace

  init() throws { place = try PagesPlace(photos: 8) }

  /// The distances of the photos on a page from its left, upper, right and lower edge, in
  /// millimetres.
  private func margins(_ picture: String, _ size: PixelSize) throws -> [Double] {
    let areas = try Array(place.places(inPicture: FilePath(picture)).values)
    return [
      areas.map(\.x).min()!, areas.map(\.y).min()!,
      size.width - areas.map { $0.x + $0.width }.max()!,
      size.height - areas.map { $0.y + $0.height }.max()!,
    ].map { Double($0) * 25.4 / 50 }
  }

  @Test func `margins suit printers, and are wider at the binding`() throws {
    let size = PixelSize(width: 207, height: 291)
    func pages(_ options: String...) throws -> [[Double]] {
      _ = try place.pages(8, ["--per-page", "4", "-o", "p-{n}.png", "--force"] + options)
      return try (1...2).map { try margins("p-\($0).png", size) }
    }
    // As far as antialiasing lets the edges be seen.
    let least = 4.4
    for page in try pages() { #expect(page.allSatisfy { $0 > least && $0 < 7 }, "\(page)") }
    let left = try pages("--binding", "left")
    #expect(left[0][0] > 7.4 && left[0][2] < 7 && left[1][2] > 7.4 && left[1][0] < 7, "\(left)")
    let right = try pages("--binding", "right")
    #expect(right[0][2] > 7.4 && right[0][0] < 7 && right[1][0] > 7.4 && right[1][2] < 7)
    #expect(try pages("--margin", "1mm").joined().allSatisfy { $0 < 2.5 })
  }

  @Test func `a book of several pages is bound at the left`() throws {
    func lefts(_ count: Int, _ options: String...) throws -> [Double] {
      _ = try place.pages(count, ["--per-page", "4", "-o", "book.pdf", "--force"] + options)
      let objects = try place.objects("book.pdf")
      return try objects.numbers(containing: "/Subtype/Image").map { number in
        try place.folder.write(objects.stream(number), to: "page.tmp")
        let size = PixelSize(width: 207, height: 291)
        let margins = try margins("page.tmp", size)
        return margins[0] - margins[2]
      }
    }
    let book = try lefts(8)
    #expect(book[0] > 1.5 && book[1] < -1.5, "\(book)")
    #expect(try lefts(8, "--binding", "none").allSatisfy { abs($0) < 1.5 })
    #expect(try lefts(4).allSatisfy { abs($0) < 1.5 })
  }

  @Test func `a good photo leads the first page`() throws {
    let person = Fixtures.path(of: "faces").appending("astronaut.jpg").string
    let names = place.names(3)
    for photos in [[names[0], names[1], person], [person, names[0], names[1]]] {
      let made = try place.run(
        ["pages"] + photos + PagesPlace.options + ["-o", "lead.png", "--force"])
      #expect(made.exitCode == 0)
      let places = try place.places(inPicture: "lead.png")
      // What is left of the page within its margins, without gaps.
      let flat = (0...1).compactMap { places[$0]?.size.pixels }
      let rest = 187 * 271 - flat.reduce(0, +)
      #expect(flat.count == 2 && flat.allSatisfy { rest > $0 }, "\(flat)")
    }
  }
}
