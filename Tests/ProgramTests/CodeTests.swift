import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// QR codes on collages, read by a program of somebody else.
@Suite(.waiting, .enabled(if: CodeReader.isThere, "needs zbarimg, of the package zbar-tools"))
struct CodeTests {
  let place: Workplace

  init() throws {
    place = try Workplace(photos: 0)
    for number in 0..<4 {
      try place.folder.write(
        Picture.sampleJPEG(number, PixelSize(width: 480, height: 360)),
        to: FilePath("\(number).jpg"))
    }
  }

  private static let make = [
    "make", "0.jpg", "1.jpg", "2.jpg", "3.jpg", "--layout", "grid", "--quiet",
  ]

  private func content(_ name: FilePath) throws -> [String] {
    try CodeReader.contents(of: [name], in: place.folder).map(\.text)
  }

  @Test func `a hundred codes are read at JPEG quality 85, and at half the size`() throws {
    var dice = Dice(75)
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~/?=&# ,")
    var texts: [String: String] = [:]
    var lines = ""
    let tones = ["none", "grey", "sepia"]
    for number in 0..<100 {
      let length = number < 90 ? 5 + number * 2 : 190 + number
      let random = (0..<length).map { _ in letters.randomElement(using: &dice) ?? "a" }
      var text = ("https://example.org/" + String(random)).trimmingSpaces
      if number % 10 == 3 { text += " – Zoë’s Größe 写真" }
      texts["\(number).jpg"] = text
      lines +=
        #"{"photos":["0.jpg","1.jpg","2.jpg","3.jpg"],"output":"codes/\#(number).jpg","quality":85,"#
        + #""canvas":"70x50mm@300dpi","tone":"\#(tones[number % 3])","qr":"\#(text),bottom-left"}"#
        + "\n"
    }
    try place.folder.write(Array(lines.utf8), to: "jobs.jsonl")
    try place.folder.makeFolder("codes")
    let batch = try place.run("batch", "jobs.jsonl", "--quiet", "--layout", "grid")
    #expect(batch.exitCode == 0, "\(batch)")
    try place.folder.makeFolder("small")
    for name in texts.keys {
      let picture = try place.picture(FilePath("codes/\(name)"))
      let size = PixelSize(width: picture.size.width / 2, height: picture.size.height / 2)
      let small = Raster(size: size, filledWith: .white)
      small.draw(picture, showing: Region(picture.size), into: Frame(size))
      try place.folder.write(Picture.jpeg(small, quality: 85), to: FilePath("small/\(name)"))
    }
    for folder in ["codes", "small"] {
      let names = texts.keys.sorted().map { FilePath("\(folder)/\($0)") }
      let read = try CodeReader.contents(of: names, in: place.folder)
      let found = Dictionary(read.map { ($0.name, $0.text) }) { first, _ in first }
      let missing = texts.filter { found["\(folder)/\($0.key)"] != $0.value }
      #expect(missing.isEmpty, "\(folder): \(missing.count) of 100 not read: \(missing)")
    }
  }

  @Test func `a collage is found by the digits that its code says of its recipe`() throws {
    let code = ["--qr", "https://example.org/{id8}"]
    let made = try place.run(
      Self.make + code + ["--canvas", "600x400px", "--library", "lib"])
    #expect(made.exitCode == 0, "\(made)")
    let file = try place.run("library", "path", made.id, "--library", "lib").output.dropLast()
    let text = try #require(try content(FilePath(String(file))).first)
    let digits = String(text.suffix(8))
    #expect(text == "https://example.org/\(digits)" && !made.id.hasPrefix(digits))
    let found = try place.run("library", "path", digits, "--library", "lib")
    #expect(found.output.dropLast() == file, "\(found)")
    let unknown = try place.run("library", "path", "00000000", "--library", "lib")
    #expect(unknown.exitCode == 66, "\(unknown)")
    // Made again it says the same; of other photos something else.
    let again = try place.run("library", "remake", made.id, "--library", "lib")
    #expect(again.id == made.id, "\(again)")
    let other = try place.run(Self.make + code + ["--canvas", "600x401px", "-o", "b.png"])
    #expect(other.exitCode == 0)
    #expect(try content("b.png") != [text])
  }

  @Test func `its fields are filled in, and a batch knows what it has done`() throws {
    let line =
      #"{"photos":["0.jpg","1.jpg"],"output":"NAME.png","title":"Zoë","canvas":"600x400px","#
      + #""qr":"{title} {name} {n} {id8},top"}"#
    let jobs = ["a", "b"].map { line.replacing("NAME", with: $0) + "\n" }.joined()
    try place.folder.write(Array(jobs.utf8), to: "jobs.jsonl")
    for status in ["saved", "unchanged"] {
      let batch = try place.run("batch", "jobs.jsonl")
      let lines = batch.output.split(separator: "\n")
      #expect(lines.count == 2 && lines.allSatisfy { $0.contains("\"\(status)\"") }, "\(batch)")
    }
    for (index, name) in ["a", "b"].enumerated() {
      let text = try #require(try content(FilePath("\(name).png")).first)
      #expect(text.hasPrefix("Zoë \(name) \(index + 1) "), "\(text)")
    }
    try place.folder.makeFolder("pages")
    let pages = try place.run(
      "pages", "0.jpg", "1.jpg", "2.jpg", "3.jpg", "--per-page", "2", "-o", "pages/p-{n}.png",
      "--qr",
      "page {n} of {name}", "--canvas", "600x400px", "--quiet")
    #expect(pages.exitCode == 0, "\(pages)")
    let names = try place.folder.names(in: "pages").map { FilePath("pages").appending($0) }.sorted {
      $0.string < $1.string
    }
    #expect(
      try names.flatMap { try content($0) } == ["page 1 of p-1", "page 2 of p-2"], "\(names)")
  }

  @Test(arguments: [
    ["--look", "noir"], ["--tone", "sepia", "--background", "navy", "--corner-radius", "9"],
    ["--canvas", "6x4cm@200dpi", "--bleed", "3mm"], ["--palette", "spectra6"],
    ["--canvas", "6x4cm@200dpi", "--sheet", "A5", "--copies", "1"],
  ])
  func `it is black on a white field, whatever the look`(options: [String]) throws {
    let made = try place.run(
      Self.make + ["--canvas", "600x400px", "--qr", "hello,top-left", "-o", "a.png"] + options)
    #expect(made.exitCode == 0, "\(made)")
    #expect(try content("a.png") == ["hello"])
    let picture = try place.picture("a.png")
    // The first row of the finder: seven black modules, with four white ones on each side but the
    // right one.
    var field: (x: Int, y: Int, module: Int)?
    search: for y in 0..<picture.size.height {
      for x in 0..<picture.size.width - 1 where picture[x, y] == .black {
        let run = (x..<picture.size.width).prefix { picture[$0, y] == .black }.count
        let module = run / 7
        guard run % 7 == 0, module >= 4, x >= 4 * module, y >= 4 * module,
          (x - 4 * module..<x).allSatisfy({ picture[$0, y] == .white })
        else { continue }
        field = (x - 4 * module, y - 4 * module, module)
        break search
      }
    }
    let found = try #require(field)
    let side = (21 + 8) * found.module
    for y in 0..<side {
      for x in 0..<side {
        let isQuiet =
          !(4..<25).contains(x / found.module) || !(4..<25).contains(y / found.module)
        let pixel = picture[found.x + x, found.y + y]
        #expect(isQuiet ? pixel == .white : pixel == .white || pixel == .black)
      }
    }
  }

  @Test func `on paper a module has 0.4 mm at least`() throws {
    let made = try place.run(
      ["make", "0.jpg", "1.jpg", "--canvas", "15x10cm@300dpi", "--qr", "hello,top,5mm", "-o"]
        + ["a.png"])
    // 29 modules of 5 pixels, the least that 0.4 mm take.
    #expect(
      made.error.contains(
        "the QR code is 145 pixels wide instead of 59, so that it can be read"), "\(made)")
    #expect(try content("a.png") == ["hello"])
  }

  @Test func `it covers no face unless it has to`() throws {
    let sky = Picture.sampleJPEG(7, PixelSize(width: 600, height: 400))
    // Everywhere but at the upper left.
    let faces = [
      Region(x: 0.6, y: 0.6, width: 0.35, height: 0.35),
      Region(x: 0.05, y: 0.6, width: 0.35, height: 0.35),
      Region(x: 0.6, y: 0.05, width: 0.35, height: 0.35),
    ]
    try place.folder.write(JPEGFile.declaring(faces, in: sky), to: "faces.jpg")
    let make = [
      "make", "faces.jpg", "--any-count", "--canvas", "600x400px", "--margin", "0", "-o", "a.png",
      "--force", "--qr",
    ]
    let made = try place.run(make + ["hello"])
    #expect(made.answer == .done("\(made.id)\n"))
    let picture = try place.picture("a.png")
    #expect(picture[2, 2] != picture[2, 397] || picture[10, 10] == .white)
    #expect((0..<20).allSatisfy { picture[6 + $0, 10] == .white })
    let named = try place.run(make + ["hello,bottom-right"])
    #expect(
      named.error
        == "collage: warning: the QR code covers a face; name another place, or none\n",
      "\(named)")
  }

  @Test(arguments: [
    ("{date}", "has no field {date}; the fields are {id8}, {name}, {n} and {title}"),
    ("hello,top,much", "must be a text, optionally with a place"),
  ])
  func `what is no code is refused`(text: String, reason: String) throws {
    let refused = try place.run(Self.make + ["--qr", text, "-o", "a.png"])
    #expect(refused.exitCode == 64 && refused.error.contains(reason), "\(refused)")
  }

  @Test func `a text that is too long, and a canvas that is too small, are told`() throws {
    let long = String(repeating: "a", count: 413)
    try place.expectNothingChanges(
      by: Self.make + ["--canvas", "900x900px", "--qr", long, "-o", "a.png"],
      .failed(64, "the text of the QR code is too long; it may have 400 bytes"))
    try place.expectNothingChanges(
      by: Self.make + ["--canvas", "140x140px", "--qr", "hello", "-o", "a.png"],
      .failed(
        64,
        "the QR code needs 145 pixels a side to be read, which a canvas of 140x140 doesn't have; "
          + "shorten its text, or choose a larger canvas"))
  }
}

/// Reads QR codes with zbar.
enum CodeReader {
  static let isThere = (try? FilePath("/usr/bin/zbarimg").stat()) != nil

  /// What the code in each picture says, with the picture's name; nothing for one without.
  static func contents(
    of pictures: [FilePath], in folder: TemporaryFolder
  ) throws -> [(name: String, text: String)] {
    try pictures.flatMap { picture in
      let outcome = try ChildProcess(
        "/usr/bin/zbarimg",
        ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", picture.string], in: folder.path
      ).run()
      return outcome.output.split(separator: "\n").map { (picture.string, String($0)) }
    }
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = Substring(self)
    while text.last == " " || text.last == "," { text.removeLast() }
    return String(text)
  }
}
