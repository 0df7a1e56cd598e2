import FoundationEssentials
import Glibc
import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// `collage pages`: many photos on pages.
@Suite(.waiting) struct PagesTests {
  private let place: PagesPlace

  init() throws { place = try PagesPlace(photos: 13) }

  private static let page = PagesPlace.options

  @Test(arguments: [
    (13, 6, [5, 4, 4]), (13, 13, [13]), (5, 9, [5]), (7, 3, [3, 2, 2]), (1, 6, [1]),
    (12, 1, Array(repeating: 1, count: 12)),
  ])
  func `each photo is on one page, in order, and pages are balanced`(
    count: Int, perPage: Int, lengths: [Int]
  ) throws {
    let made = try place.pages(count, ["--per-page", "\(perPage)", "-o", "book.pdf"])
    #expect(made.answer == .done("book.pdf\n"))
    let pages = try place.photos(in: "book.pdf")
    #expect(pages.map(\.count) == lengths)
    #expect(pages.flatMap(\.self) == Array(0..<count))
    let box = try place.objects("book.pdf").numbers(containing: "/Type/Page/")
      .map { try place.objects("book.pdf").value($0) }
    #expect(box.allSatisfy { $0.contains("/TrimBox[0 0 297.6378 419.52756]") }, "\(box)")
  }

  @Test func `six photos are on a page of A4 at 300 dpi, unless something else is said`() throws {
    #expect(
      try place.run(["pages"] + place.names(7) + ["-o", "book.pdf", "--quiet"]).exitCode == 0)
    #expect(try place.photos(in: "book.pdf").map(\.count) == [4, 3])
    let objects = try place.objects("book.pdf")
    let picture = try #require(objects.numbers(containing: "/Subtype/Image").first)
    #expect(objects.value(picture).contains("/Width 2480/Height 3508/"))
  }

  @Test func `pictures are numbered so that their names sort, and hold a recipe each`() throws {
    let made = try place.pages(12, ["--per-page", "1", "-o", "p-{n}.png"])
    let names = (1...12).map { "p-" + ($0 < 10 ? "0" : "") + "\($0).png" }
    #expect(made.answer == .done(names.map { $0 + "\n" }.joined()))
    for (index, name) in names.enumerated() {
      #expect(try place.photos(inPicture: FilePath(name)) == [index])
      let file = try PhotoFile.open(place.folder.path(of: FilePath(name)))
      #expect(try RecipeRecord.read(from: file) != nil)
      #expect(try FileSeal.digest(of: file) != nil)
    }
    #expect(try !place.folder.names().contains { $0.hasPrefix(".collage") })
    // One page needs no number.
    #expect(try place.pages(2, ["-o", "one.jpg"]).answer == .done("one.jpg\n"))
    #expect(try place.pages(2, ["-o", "{n}.jpg"]).answer == .done("1.jpg\n"))
  }

  @Test func `what faces were looked for in is not kept until the book is finished`() throws {
    let size = PixelSize(width: 3000, height: 2000)
    let photo = Picture.jpeg(Picture.flat(Colour(red: 90, green: 60, blue: 120), size))
    let names = (0..<120).map { "large\($0).jpg" }
    for name in names { try place.folder.write(photo, to: FilePath(name)) }
    let made = try place.run(["pages"] + names + ["-o", "out.pdf", "--quiet", "--jobs", "2"])
    #expect(made.exitCode == 0 && made.peakBytes < 250 << 20, "\(made.peakBytes >> 20) MiB")
  }

  @Test func `the same photos and options give the same bytes, whatever the threads`() throws {
    let options = ["--header", "{folder} {date}", "--footer", "{page} / {pages}", "-o"]
    #expect(try place.pages(13, options + ["a.pdf", "--jobs", "1"]).exitCode == 0)
    #expect(try place.pages(13, options + ["b.pdf", "--jobs", "5"]).exitCode == 0)
    #expect(try place.folder.read("a.pdf") == place.folder.read("b.pdf"))
    #expect(
      try place.folder.read("a.pdf").firstRange(of: Array(place.folder.string.utf8)) == nil)
  }

  @Test func `--json tells what is on which page, and where it is`() throws {
    struct Made: Decodable, Equatable {
      struct Page: Decodable, Equatable {
        let page: Int
        let photos: [String]
        var path: String?
        let bytes: Int?
      }
      var path: String?
      let pages: [Page]
      let warnings: [String]
    }
    func made(_ options: [String]) throws -> Made {
      let outcome = try place.pages(3, options + ["--per-page", "2", "--json"])
      #expect(outcome.exitCode == 0 && outcome.output.hasSuffix("}\n"), "\(outcome)")
      return try JSONDecoder().decode(Made.self, from: Data(outcome.output.utf8))
    }
    let book = try made(["-o", "book.pdf"])
    #expect(book.path == "book.pdf")
    // Those of three photos are told in one line.
    let enlarged = book.warnings.filter { $0.contains("enlarged") }
    #expect(enlarged.count == 1 && book.warnings.count == 1, "\(book.warnings)")
    #expect(book.pages.map(\.page) == [1, 2] && book.pages.allSatisfy { $0.path == nil })
    #expect(book.pages.map(\.photos) == [["00.png", "01.png"], ["02.png"]])
    let pictures = try made(["-o", "{n}.jpg"])
    #expect(pictures.path == nil && pictures.pages.map(\.path) == ["1.jpg", "2.jpg"])
    #expect(try pictures.pages[1].bytes == place.folder.read("2.jpg").count)
  }

  @Test(arguments: [
    (
      ["00.png", "-o", "x.jpg", "--per-page", "0"],
      "The value '0' is invalid for '--per-page <n>': it must be a whole number from 1 on; see 'collage pages --help'"
    ),
    (["-o", "x.pdf"], "there are no photos; name photos, or folders of photos"),
    (
      ["00.png"],
      "pages need a file to write; name it with -o, such as -o book.pdf or -o page-{n}.jpg"
    ),
    (
      ["00.png", "-o", "-"],
      "pages can't go to standard output; name a file with -o, such as -o book.pdf"
    ),
    (
      ["00.png", "01.png", "--per-page", "1", "-o", "x.jpg"],
      "x.jpg: 2 pages need a name with {n}, the page's number, such as page-{n}.jpg; or write one PDF"
    ),
    (["00.png", "-o", "x-{n}.pdf"], "x-{n}.pdf: a PDF holds all pages; leave out {n}"),
    (
      ["00.png", "-o", "{n}/x.jpg"],
      "{n}/x.jpg: {n} can only be part of the file's name, not of its folder's"
    ),
    (
      ["00.png", "-o", "x.pdf", "--footer", "{pagge}"],
      "the footer is not valid: there is no field {pagge}; the fields are {folder}, {date}, {page} and {pages}"
    ),
    (
      ["00.png", "-o", "x.jpg", "--columns", "3", "--canvas", "auto"],
      "columns need a page of known size; choose a canvas such as A4"
    ),
    (
      ["00.png", "-o", "x.jpg", "--columns", "90", "--canvas", "60x60px"],
      "the page has no room for 90 columns; choose fewer, or a larger canvas"
    ),
    (
      ["00.png", "-o", "x.pdf", "--canvas", "1200x900"],
      "a book needs a canvas with a size on paper, or with a density; give one with --canvas, such as 15x10cm@300dpi, A4 or 2400x1600px@300dpi"
    ),
    (
      ["00.png", "-o", "x.pdf", "--columns", "3", "--cells", "2x2"],
      "--columns and --cells both say how photos lie; leave one of them out; see 'collage pages --help'"
    ),
    (
      ["00.png", "-o", "x.pdf", "--columns", "3", "--layout", "strip"],
      "--columns and --layout both say how photos lie; leave one of them out; see 'collage pages --help'"
    ),
    (
      ["00.png", "-o", "x.pdf", "--background", "transparent"],
      "a PDF can't be transparent; write a PNG, whose name ends in .png, or choose an opaque background"
    ),
    (
      ["00.png", "-o", "x.pdf", "--caption", "2=a"],
      "there is no photo 2 for --caption; choose a number from 1 to 1"
    ),
  ])
  func `what can't be made is refused in a sentence`(arguments: [String], message: String) throws {
    try place.expectNothingChanges(by: ["pages"] + arguments, .failed(64, message))
  }

  @Test func `a page may have 100 columns, and no more`() throws {
    let arguments = ["pages", "00.png", "-o", "x.jpg", "--canvas", "60x60px", "--columns"]
    try place.expectNothingChanges(
      by: arguments + ["100"],
      .failed(64, "the page has no room for 100 columns; choose fewer, or a larger canvas"))
    let outcome = try place.run(arguments + ["101"])
    #expect(outcome.exitCode == 64)
    #expect(
      outcome.error.hasPrefix(
        "collage: The value '101' is invalid for '--columns <n>': it must be a whole number from "
          + "1 to 100"), "\(outcome.error)")
  }

  @Test func `all photos are looked at before the first page is made`() throws {
    try place.folder.write(place.folder.read("00.png").prefix(20), to: "bad.png")
    try place.folder.write([1, 2, 3], to: "text.png")
    let photos = ["bad.png"] + place.names(12) + ["text.png"]
    let before = try place.folder.snapshot()
    let outcome = try place.run(["pages"] + photos + Self.page + ["-o", "book.pdf"])
    #expect(outcome.exitCode == 65 && outcome.errorLines == 2, "\(outcome)")
    #expect(outcome.error.contains("bad.png: ") && outcome.error.contains("text.png: "))
    #expect(try place.folder.snapshot() == before)
    try place.expectNothingChanges(
      by: ["pages", "none.png"] + photos + ["none-2.png", "-o", "book.pdf"],
      .failed(
        66, "none.png: there is no such file; check the path",
        "none-2.png: there is no such file; check the path"))
  }

  @Test(arguments: ["book.pdf", "page-{n}.jpg"])
  func `a photo that can't be decoded on the last page leaves what there was`(
    output: String
  ) throws {
    #expect(try place.pages(12, ["-o", output]).exitCode == 0)
    // Its header is whole.
    let noise = Picture.png(Raster.noise(PixelSize(width: 90, height: 90)))
    try place.folder.write(noise.prefix(noise.count / 2), to: "bad.png")
    let before = try place.folder.snapshot()
    let outcome = try place.run(
      ["pages"] + place.names(12) + ["bad.png"] + Self.page + ["-o", output])
    #expect(outcome.exitCode == 65 && outcome.error.contains("bad.png: "), "\(outcome)")
    #expect(try place.folder.snapshot() == before)
  }

  @Test func `all photos that can't be decoded are named, on whatever pages they are`() throws {
    let noise = Picture.png(Raster.noise(PixelSize(width: 90, height: 90)))
    for name in ["bad-1.png", "bad-2.png"] {
      try place.folder.write(noise.prefix(noise.count / 2), to: FilePath(name))
    }
    let photos = ["bad-1.png"] + place.names(12) + ["bad-2.png"]
    let before = try place.folder.snapshot()
    for jobs in ["1", "4"] {
      let outcome = try place.run(
        ["pages"] + photos + Self.page + ["--per-page", "2", "--jobs", jobs, "-o", "book.pdf"])
      #expect(outcome.exitCode == 65 && outcome.errorLines == 2, "\(outcome)")
      #expect(outcome.error.hasPrefix("collage: bad-1.png: damaged: "))
      #expect(outcome.error.contains("\ncollage: bad-2.png: damaged: "))
    }
    #expect(try place.folder.snapshot() == before)
  }

  @Test func `many photos that are enlarged are told in one line`() throws {
    func warnings(_ count: Int) throws -> [Substring] {
      let made = try place.run(
        ["pages"] + place.names(count) + ["--canvas", "A6@50dpi", "--force", "-o", "book.pdf"])
      #expect(made.exitCode == 0)
      return made.error.split(separator: "\n").filter { $0.contains("enlarged") }
    }
    let few = try warnings(2)
    #expect(few.count == 2 && few.allSatisfy { $0.contains(".png: warning: enlarged ") }, "\(few)")
    for count in [3, 6, 13] {
      let many = try warnings(count)
      #expect(many.count == 1, "\(many)")
      #expect(
        many[0].hasPrefix("collage: warning: \(count) photos are enlarged, up to "), "\(many)")
      #expect(many[0].hasSuffix(" dpi or more, not 50"), "\(many)")
    }
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func `a signal leaves what there was`(_ signal: Int32, _ code: Int32) throws {
    try SlowPhotos.write(to: place.folder)
    for output in ["book.pdf", "page-{n}.jpg"] {
      #expect(try place.pages(12, ["-o", output]).exitCode == 0)
      let before = try place.folder.snapshot()
      let running = try BuiltProgram.command(
        ["pages"] + place.names(12) + SlowPhotos.names
          + ["--jobs", "1", "--per-page", "2", "--canvas", "40x60px@50dpi", "-o", output],
        in: place.folder
      ).start()
      #expect(Timeouts.wait(for: running, toHaveWorked: 0.2))
      running.send(signal)
      #expect(running.wait().answer == .failed(code, "interrupted; nothing was written"))
      #expect(try place.folder.snapshot() == before)
    }
  }

  @Test func `only what collage made is replaced, and never a photo`() throws {
    try place.folder.write(Array("%PDF-1.4 mine".utf8), to: "mine.pdf")
    try place.folder.write([1], to: "p-2.jpg")
    for name in ["mine.pdf", "p-2.jpg"] {
      let output = name == "mine.pdf" ? name : "p-{n}.jpg"
      try place.expectNothingChanges(
        by: ["pages"] + place.names(7) + Self.page + ["-o", output],
        .failed(
          73,
          "\(name): exists and was not made by collage; choose another name, or use --force to replace it"
        ))
    }
    try place.expectNothingChanges(
      by: ["pages"] + place.names(3) + Self.page + ["--force", "-o", "01.png"],
      .failed(73, "01.png: this is one of the photos; write the collage to another file"))
    #expect(try place.pages(7, ["-o", "mine.pdf", "--force"]).exitCode == 0)
    // A book is known as one of ours.
    #expect(try place.pages(13, ["-o", "mine.pdf"]).exitCode == 0)
    #expect(try place.photos(in: "mine.pdf").count == 3)
  }

  @Test func `a folder gives its pictures in natural order, and begins a page`() throws {
    for (folder, photos) in [("one", 0..<3), ("two", 3..<5)] {
      try place.folder.makeFolder(FilePath(folder))
      for photo in photos {
        try place.folder.write(
          place.folder.read(FilePath(place.names(13)[photo])),
          to: FilePath("\(folder)/\(20 - 9 * (photo % 2)).png"))
      }
    }
    try place.folder.makeFolder("empty")
    let arguments = ["pages", "one", "05.png", "06.png", "two"] + Self.page
    #expect(try place.run(arguments + ["-o", "book.pdf"]).exitCode == 0)
    // 11.png comes before 20.png.
    #expect(try place.photos(in: "book.pdf").map(Set.init) == [[1, 2], [5, 6], [3, 4]])
    try place.expectNothingChanges(
      by: arguments + ["empty", "-o", "new.pdf"],
      .failed(
        66,
        "empty: this folder contains no pictures itself; choose another, or name picture files"))
  }

  @Test func `--by date sorts by the time photos were taken, and breaks pages at gaps`() throws {
    // Nine photos, in three groups, given in another order; one says nothing of its time.
    let hours = [30, 1, 60, 31, 2, nil, 61, 62, 3]
    for (index, hour) in hours.enumerated() {
      let day = 3 + (hour ?? 0) / 24
      let date = "2024-05-0\(day)T\(10 + (hour ?? 0) % 24 / 6):0\((hour ?? 0) % 10):00"
      let xmp =
        "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
        + "<rdf:Description xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmp:CreateDate=\"\(date)\"/></rdf:RDF></x:xmpmeta>"
      let jpeg = Picture.jpeg(Picture.flat(PagesPlace.colours[index], PagesPlace.size))
      let segment = JPEGFile.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0\(xmp)".utf8))
      try place.folder.write(
        hour == nil ? jpeg : JPEGFile.inserting(segment, into: jpeg), to: FilePath("\(index).jpg"))
    }
    let names = hours.indices.map { "\($0).jpg" }
    let made = try place.run(
      ["pages"] + names + Self.page + ["--by", "date", "--per-page", "5", "-o", "book.pdf"])
    #expect(made.exitCode == 0, "\(made)")
    // The photo without a date follows the one before it, 4.jpg.
    #expect(
      try place.photos(in: "book.pdf").map(Set.init) == [[1, 4, 5, 8], [0, 3], [2, 6, 7]]
        || place.photos(in: "book.pdf").map(Set.init) == [[1, 4, 5, 8], [0, 3, 2, 6, 7]])
    // Those of several folders are one order.
    for folder in ["one", "two"] { _ = try place.folder.makeFolder(FilePath(folder)) }
    for index in hours.indices {
      let folder = index % 2 == 0 ? "one" : "two"
      try place.folder.write(
        place.folder.read(FilePath("\(index).jpg")), to: FilePath("\(folder)/\(index).jpg"))
    }
    let mixed = try place.run(
      ["pages", "one", "two"] + Self.page + ["--by", "date", "--per-page", "4", "-o", "mixed.pdf"])
    #expect(mixed.exitCode == 0, "\(mixed)")
    // Here the one before 5.jpg is 3.jpg.
    #expect(
      try place.photos(in: "mixed.pdf").map(Set.init) == [[1, 4, 8], [0, 3, 5], [2, 6, 7]])
  }

  @Test func `cells are the same on every page, and the last page is filled from the top`() throws {
    let made = try place.pages(13, ["--columns", "2", "-o", "p-{n}.png", "--footer", "{page}"])
    #expect(made.exitCode == 0, "\(made)")
    let names = made.output.split(separator: "\n").map(String.init)
    let first = try place.places(inPicture: FilePath(names[0]))
    let last = try place.places(inPicture: FilePath(names[names.count - 1]))
    let perPage = first.count
    #expect(perPage % 2 == 0 && names.count > 1 && names.count == (13 + perPage - 1) / perPage)
    // Whole photos of one shape begin where those of the first page do.
    for (photo, area) in last {
      let other = try #require(first[photo % perPage])
      #expect(abs(area.x - other.x) <= 1 && abs(area.y - other.y) <= 1, "\(photo)")
    }
    // Names and numbers are below, and there is room for them.
    #expect(first.values.allSatisfy { $0.y + $0.height < 290 })
  }

  @Test func `few photos a page are in cells of the same height, from the top`() throws {
    let made = try place.pages(
      13, ["--columns", "4", "--per-page", "8", "-o", "p-{n}.png"])
    #expect(made.answer == .done("p-1.png\np-2.png\n"))
    let places = try place.places(inPicture: "p-1.png")
    #expect(places.count == 8)
    // Three times as wide as high, and in the upper half.
    let bottom = try #require(places.values.map { $0.y + $0.height }.max())
    #expect(bottom < 145, "\(places)")
  }

  @Test func `the look of the contact sheet has five columns`() throws {
    #expect(try place.pages(13, ["--look", "contact", "-o", "sheet.png"]).exitCode == 0)
    let places = try place.places(inPicture: "sheet.png")
    #expect(Set(places.values.map { $0.y / 8 }).count == 3 && places.count == 13)
    let recipe = try #require(
      try RecipeRecord.read(from: PhotoFile.open(place.folder.path(of: "sheet.png"))))
    #expect(recipe.json.contains(#""cells":"5x"#) && recipe.json.contains("1  00"))
  }

  @Test func `header and footer are written in the margins of each page`() throws {
    func rows(_ options: [String]) throws -> (dark: Set<Int>, height: Int) {
      #expect(try place.pages(1, ["-o", "x.png"] + options).exitCode == 0)
      let raster = try Raster.decoded(place.folder.path(of: "x.png"))
      let dark = (0..<raster.size.height).filter { y in
        (0..<raster.size.width).contains { x in
          let colour = raster[x, y]
          // The photo is blue, and text is grey.
          return max(colour.red, colour.green, colour.blue) < 160
            && colour.blue < colour.red + 20
        }
      }
      return (Set(dark), raster.size.height)
    }
    let canvas = ["--canvas", "A6@150dpi"]
    #expect(try rows(canvas).dark.isEmpty)
    let header = try rows(canvas + ["--header", "Rome {page}"])
    #expect(!header.dark.isEmpty && header.dark.max()! < header.height / 15)
    let footer = try rows(canvas + ["--footer", "{page} / {pages}"])
    #expect(!footer.dark.isEmpty && footer.dark.min()! > footer.height * 14 / 15)
    // A recipe says what is written.
    let file = try PhotoFile.open(place.folder.path(of: "x.png"))
    #expect(try RecipeRecord.read(from: file)?.json.contains(#""footer":"1 / 1""#) == true)
  }

  @Test func `a template's openings decide how many photos are on a page`() throws {
    #expect(try place.run("template", "new", "strip", "-o", "strip.png").exitCode == 0)
    let arguments = ["pages"] + place.names(6) + ["--template", "strip.png", "--quiet", "-o"]
    #expect(try place.run(arguments + ["book.pdf"]).exitCode == 0)
    #expect(try place.photos(in: "book.pdf").map(\.count) == [4, 2])
    try place.expectNothingChanges(
      by: arguments + ["new.pdf", "--per-page", "9"],
      .failed(
        64,
        "the template has 4 openings, so a page can't have 9 photos; choose a smaller number"))
  }

  @Test func `options of single photos count them as they were named`() throws {
    let made = try place.pages(
      4, ["--per-page", "2", "--caption", "3=third", "--turn", "4=right", "-o", "p-{n}.jpg"])
    #expect(made.exitCode == 0, "\(made)")
    func recipe(_ name: FilePath) throws -> String {
      let record = try RecipeRecord.read(from: PhotoFile.open(place.folder.path(of: name)))
      return try #require(record).json
    }
    #expect(try !recipe("p-1.jpg").contains("third"))
    #expect(try recipe("p-2.jpg").contains(#""caption":"third""#))
    #expect(try recipe("p-2.jpg").contains(#""turn":"right""#))
  }

  @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount"))
  func `a disk that fills leaves nothing`() throws {
    let disk = try SmallDisk(bytes: 64 << 10, at: "disk", in: place.folder)
    for output in ["disk/book.pdf", "disk/{n}.png"] {
      let outcome = try place.run(
        ["pages"] + place.names(13)
          + ["--canvas", "A6@150dpi", "--per-page", "1", "--quiet", "-o", output])
      #expect(outcome.exitCode == 74 && outcome.error.contains("the disk is full"), "\(outcome)")
      #expect(try place.folder.names(in: "disk") == [])
    }
    withExtendedLifetime(disk) {}
  }
}
