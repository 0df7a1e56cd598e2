import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Titles and captions.
@Suite(.waiting, .enabled(if: InstalledText.isThere, "\(InstalledText.reason)"))
struct TextTests {
  let place: Workplace

  init() throws {
    place = try Workplace(photos: 0)
    for (index, colour) in [Colour.pureRed, .pureGreen].enumerated() {
      try place.folder.write(
        Picture.png(Picture.flat(colour, PixelSize(width: 400, height: 200))),
        to: FilePath("\(index).png"))
    }
  }

  private static let make = [
    "make", "0.png", "1.png", "--layout", "strip", "--canvas", "400x200", "--gap", "0", "--margin",
    "0",
    "--text-size", "20",
  ]

  private func picture(_ options: String...) throws -> Raster { try picture(options) }

  private func picture(_ options: [String]) throws -> Raster {
    let outcome = try place.run(Self.make + ["-o", "out.png", "--quiet"] + options)
    #expect(outcome.answer == .done("\(outcome.id)\n"))
    return try place.picture("out.png")
  }

  private func inkedRows(_ picture: Raster, _ columns: Range<Int>, _ ink: Colour = .black) -> [Int]
  {
    (0..<picture.size.height).filter { y in columns.contains { picture[$0, y] == ink } }
  }

  /// The rows of small letters, whose stems may be black nowhere.
  private func darkRows(_ picture: Raster, _ columns: Range<Int>) -> [Int] {
    (0..<picture.size.height).filter { y in
      columns.contains {
        let colour = picture[$0, y]
        return max(colour.red, colour.green, colour.blue) < 200
      }
    }
  }

  @Test func `without text nothing changes, and options of text alone change nothing`() throws {
    let plain = try place.run(Self.make + ["--library", "lib"])
    for options in [["--title", ""], ["--captions", "title"], ["--captions", "{place}, {date}"]] {
      #expect(
        try place.run(Self.make + ["-o", "out.jpg", "--force"] + options).id.isEmpty == false)
      let picture = try place.picture("out.jpg")
      #expect(
        picture.colours == (try place.picture(FilePath("lib/collage-\(plain.id).jpg")).colours))
    }
  }

  @Test func `captions are below their photos, and cover nothing`() throws {
    let picture = try picture("--captions", "name", "--caption", "1=Rome, in the rain")
    // The lines are 25 pixels high, with 6 above and below.
    let strip = 37
    for (x, colour) in [(0..<200, Colour.pureRed), (200..<400, .pureGreen)] {
      for y in 0..<200 - strip { #expect(x.allSatisfy { picture[$0, y] == colour }) }
      let rows = inkedRows(picture, x)
      #expect(rows.count >= 8 && rows[0] > 200 - strip + 4 && rows[rows.count - 1] < 198)
    }
    // A long text and a short one, each in the middle.
    func width(_ columns: Range<Int>) -> Int {
      columns.count { x in (170..<200).contains { picture[x, $0] != .white } }
    }
    #expect(width(0..<200) > 100 && width(200..<400) < 20)
    #expect(width(0..<100) - width(100..<200) < 12)
  }

  @Test func `captions stand in the lower side of borders, which all become high enough`() throws {
    func lower(_ options: String...) throws -> (picture: Raster, border: Range<Int>) {
      let picture = try picture(
        ["--border", "4,navy", "--caption-place", "border", "--caption", "1=HHH"] + options)
      // Down the middle of the second photo, which has no caption.
      let photo = (0..<200).filter { picture[298, $0] == .pureGreen }
      return (picture, (photo.last ?? 0) + 1..<200)
    }
    let navy = Colour(red: 0, green: 0, blue: 128)
    // A line is 25 pixels high, with 6 above and below.
    let (one, border) = try lower()
    #expect(border.count == 37)
    #expect(border.allSatisfy { y in (200..<400).allSatisfy { one[$0, y] == navy } })
    let rows = inkedRows(one, 4..<196, .white).filter(border.contains)
    #expect(rows.count > 8 && rows[0] > border.lowerBound + 4 && rows[rows.count - 1] < 194)
    #expect((4..<196).allSatisfy { one[$0, border.lowerBound - 1] == .pureRed })
    // Higher by itself, with the caption in its middle; and for a longer caption.
    let (high, highBorder) = try lower("--border-bottom", "67")
    #expect(highBorder.count == 67)
    let middle = inkedRows(high, 4..<196, .white).filter(highBorder.contains)
    #expect(middle.map { $0 - highBorder.lowerBound } == rows.map { $0 - border.lowerBound + 15 })
    #expect(try lower("--caption", "2=\(String(repeating: "HHH ", count: 8))").border.count > 37)
    // Without a border they are below the photos.
    #expect(
      try picture("--caption", "1=HHH", "--caption-place", "border").colours
        == picture("--caption", "1=HHH").colours)
  }

  @Test func `a text that is too long for its place is cut with a warning that says which`() throws
  {
    let words = String(repeating: "rain in Rome, ", count: 40)
    for command in [["-o", "out.png"], ["--dry-run"]] {
      let both = try place.run(Self.make + command + ["--title", words, "--caption", "2=\(words)"])
      #expect(both.exitCode == 0)
      #expect(
        both.error
          == "collage: warning: the title and the caption of photo 2 are cut; use fewer words, "
          + "or use a smaller --text-size\n")
      let short = try place.run(
        Self.make + command + ["--title", "Rome", "--caption", "2=rain", "--force"])
      #expect(short.exitCode == 0 && short.error == "")
    }
    let title = try place.run(
      ["prompt"], input: .text("add 0.png 1.png\ntitle \(words)\nsave other.png\n"))
    #expect(
      title.error.contains(
        "warning: the title is cut; undo, and use fewer words, or enter 'text-size'"))
  }

  @Test func `a text is not cut as long as it fits in a smaller size or on more lines`() throws {
    let outcome = try place.run(
      Self.make + ["-o", "out.png", "--title", "A summer in Rome, and what it looked like"]
        + ["--caption", "1=Rome, in the rain, and the day after, in the same street, without it"]
        + ["--caption", "2=Donaudampfschifffahrtsgesellschaftskapit\u{E4}nsm\u{FC}tze"])
    #expect(outcome.exitCode == 0)
    #expect(!outcome.error.contains("is cut") && !outcome.error.contains("are cut"))
  }

  @Test func `captions in a row stand on one line, whatever their lengths`() throws {
    for gap in ["0", "6"] {
      let picture = try picture(
        "--caption", "1=HHHHHHHHHHHHHHHHHHHHHHHH", "--caption", "2=HHH", "--gap", gap,
        "--margin", "0", "--force")
      let left = darkRows(picture, 0..<190)
      let right = darkRows(picture, 210..<400)
      // In one size, though only the first needs two lines.
      #expect(right.count > 5 && left.count > right.count, "\(left) \(right)")
      #expect(Array(left.prefix(right.count)) == right, "\(left) \(right)")
    }
  }

  @Test func `a title is above or below everything, and larger`() throws {
    let above = try picture("--title", "HHH")
    #expect(
      above[0, 0] == .white && above[0, 58] == .white && above[0, 60] == .pureRed
        && above[399, 199] == .pureGreen)
    let height = inkedRows(above, 0..<400).count
    let below = try picture("--title", "HHH", "--title-place", "below", "--background", "black")
    #expect(below[0, 0] == .pureRed && below[0, 142] == .black)
    // On a dark background, text is light.
    #expect(inkedRows(below, 0..<400, .white).count == height && height == 23)
  }

  @Test func `points are a size on paper, and text follows the number of frames`() throws {
    func em(_ options: String..., photos: Int = 2) throws -> Int {
      let names = (0..<photos).map { "\($0 % 2).png" }
      let outcome = try place.run(
        ["make"] + names + ["--any-count", "--max", "40", "--layout", "grid", "-o", "out.png"]
          + ["--caption", "1=H", "--gap", "0", "--margin", "0", "--force"] + options)
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      let picture = try place.picture("out.png")
      return inkedRows(picture, 0..<picture.size.width).count
    }
    let small = try em("--canvas", "10x15cm@200dpi", "--text-size", "9pt")
    let large = try em("--canvas", "10x15cm@400dpi", "--text-size", "9pt")
    let pixels = try em("--canvas", "10x15cm@200dpi", "--text-size", "25")
    #expect(small == pixels && abs(large - 2 * small) <= 3)
    let few = try em("--canvas", "1200x900")
    let many = try em("--canvas", "1200x900", photos: 40)
    #expect(few == (try em("--canvas", "1200x900", "--text-size", "3%")) && many * 2 < few)
  }

  @Test func `colour, font and size are chosen`() throws {
    let navy = Colour(red: 0, green: 0, blue: 128)
    let sans = try picture("--title", "Rome", "--text-colour", "navy")
    #expect(inkedRows(sans, 0..<400, navy).count > 10 && inkedRows(sans, 0..<400).isEmpty)
    let path = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"
    let bold = try picture("--title", "Rome", "--text-colour", "navy", "--font", path)
    func ink(_ picture: Raster) -> Int { picture.colours.count { $0 == navy } }
    #expect(ink(bold) > ink(sans) * 5 / 4)
    // No recipe contains the path.
    let file = try place.folder.read("out.png")
    #expect(
      file.firstRange(of: Array("DejaVuSans-Bold.ttf".utf8)) != nil
        && file.firstRange(of: Array("truetype".utf8)) == nil)
  }

  @Test(arguments: [
    (
      ["--title", "a\u{10FFFD}"], 66,
      "no installed font has U+10FFFD \u{10FFFD}; install fonts-noto-core"
    ),
    (
      ["--title", "x", "--font", "no/such.ttf"], 66,
      "no/such.ttf: the font can't be read: No such file or directory"
    ),
    (
      ["--title", "x", "--font", "0.png"], 66,
      "no font is called '0.png'; 'DejaVu Sans' is there, and 'fc-list : family' lists all"
    ),
    (
      ["--font", "No Such Font"], 66,
      "no font is called 'No Such Font'; 'DejaVu Sans' is there, and 'fc-list : family' lists all"
    ),
    (
      ["--font", "no/such.ttf", "--dry-run"], 66,
      "no/such.ttf: the font can't be read: No such file or directory"
    ),
    (
      ["--title", "x", "--font", "./0.png"], 65,
      "0.png: it is not a font, or is damaged; choose another font"
    ),
  ])
  func `what can't be written is refused before anything is`(
    options: [String], code: Int, message: String
  ) throws {
    try place.expectNothingChanges(
      by: Self.make + ["-o", "out.png", "--quiet"] + options, .failed(Int32(code), message))
  }

  @Test(arguments: [
    ["--title", "a\tb"], ["--caption", "1=a\u{1B}[31m"], ["--captions", "names"],
    ["--captions", "{nam}"],
    ["--captions", "{date:Q}"], ["--captions", "{n"], ["--caption", "x"],
    ["--title", String(repeating: "a", count: 1001)], ["--text-size", "60%"],
    ["--text-size", "0pt"], ["--gap", "9pts"],
  ])
  func `values that are none are errors of usage`(options: [String]) throws {
    let outcome = try place.run(Self.make + ["-o", "out.png"] + options)
    #expect(outcome.exitCode == 64 && outcome.output == "")
  }

  @Test func `captions say what the file says`() throws {
    let xmp = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
      photoshop:City="Delft &amp; more"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">A  canal</rdf:li></rdf:Alt></dc:title>\
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let segment = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(xmp.utf8)
    var jpeg = Workplace.photos[0]
    jpeg.insert(
      contentsOf: [0xFF, 0xE1, UInt8((segment.count + 2) >> 8), UInt8((segment.count + 2) & 255)]
        + segment, at: 2)
    try place.folder.write(jpeg, to: "canal.jpg")
    let outcome = try place.run(
      "make", "canal.jpg", "0.png", "--captions", "{n}. {name}: {title} ({place})", "--title", "T",
      "--dry-run")
    #expect(outcome.exitCode == 0)
    for caption in ["1. canal: A canal (Delft & more)", "2. 0"] {
      #expect(outcome.output.contains("\"\(caption)\""))
    }
    #expect(outcome.output.contains("\"T\""))
  }

  @Test func `names are captions of one line, without control characters`() throws {
    try place.folder.write(Workplace.photos[0], to: "a\u{1B}b\n c.jpg")
    let outcome = try place.run(
      "make", "a\u{1B}b\n c.jpg", "0.png", "--captions", "name", "--dry-run")
    #expect(outcome.exitCode == 0 && outcome.output.contains("\"a b c\""), "\(outcome)")
  }

  @Test func `the same text gives the same id, and a saved collage is made again and reopened`()
    throws
  {
    let options = [
      "--library", "lib", "--captions", "{n}: {name}", "--caption",
      "2=Rome, in the rain, and \u{5E9}\u{5DC}\u{5D5}\u{5DD}", "--title", "Summer",
    ]
    let id = try place.run(Self.make + options + ["--jobs", "1"]).id
    #expect(try place.run(Self.make + options).id == id)
    #expect(try place.run("library", "remake", id, "--library", "lib").answer == .done("\(id)\n"))
    let reopened = try place.run(
      ["prompt", "--library", "lib", "--reopen", id],
      input: .text("caption 2\ncaptions\ntitle Autumn, or \"fall\"\ntitle\nundo\nsave\n"))
    #expect(reopened.output.contains("caption of photo 2: Rome, in the rain, and"))
    #expect(reopened.output.contains("title: Autumn, or \"fall\"") && reopened.output.contains(id))
    let manifest = try place.run("library", "manifest", id, "--library", "lib")
    try place.folder.write(Array(manifest.output.utf8), to: "jobs.jsonl")
    let batch = try place.run("batch", "jobs.jsonl", "--library", "other")
    #expect(batch.exitCode == 0 && batch.output.contains(id))
  }

  @Test func `other fonts are taken only if that is allowed`() throws {
    let bold = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"
    let copied = try ChildProcess(
      "/bin/cp", [bold, place.folder.path(of: "mine.ttf").string], in: place.folder.path
    )
    .run()
    #expect(copied.exitCode == 0)
    let id = try place.run(
      Self.make + ["--library", "lib", "--title", "Rome", "--font", "mine.ttf"]
    ).id
    #expect(try place.run("library", "remake", id, "--library", "lib").answer == .done("\(id)\n"))
    #expect(try !opened(id).contains("font"))
    let serif = "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf"
    _ = try ChildProcess(
      "/bin/cp", [serif, place.folder.path(of: "mine.ttf").string], in: place.folder.path
    ).run()
    #expect(
      try opened(id).contains(
        "collage: its text was written in mine.ttf, which is not installed or has changed; other fonts are used\n"
      ))
    let refused = try place.run("library", "remake", id, "--library", "lib")
    #expect(refused.exitCode == 66)
    #expect(
      refused.error
        == "collage: its text was written in mine.ttf, which is not installed or has changed; install it, "
        + "or use --allow-other-fonts or --font\n")
    let other = try place.run("library", "remake", id, "--library", "lib", "--allow-other-fonts")
    #expect(other.exitCode == 0 && other.id != id)
    #expect(
      try place.run("library", "remake", id, "--library", "lib", "--font", bold).exitCode == 0)
  }

  /// What the prompt prints when a collage is opened in it.
  private func opened(_ id: String) throws -> String {
    try place.run(["prompt", "--library", "lib"], input: .text("open \(id)\n")).error
  }

  @Test func `library show says title and captions`() throws {
    let id = try place.run(
      Self.make + ["--library", "lib", "--title", "Rome, 2024", "--caption", "2=In the rain"]
    ).id
    let lines = try place.run("library", "show", id, "--library", "lib").output.split(
      separator: "\n")
    #expect(lines.contains("title       Rome, 2024") && lines.contains("caption 2   In the rain"))
    #expect(!lines.contains { $0.hasPrefix("caption 1") })
  }

  @Test(arguments: [
    (#""lines":[1,1]"#, #""lines":[1]"#), (#""captions":["0","1"]"#, #""captions":["0"]"#),
  ])
  func `a recipe with texts for other photos is refused`(_ old: String, _ new: String) throws {
    let id = try place.run(Self.make + ["--library", "lib", "--captions", "name"]).id
    let shown = try place.run("library", "show", id, "--json", "--library", "lib").output
    let recipe = try #require(shown.firstMatch(of: /"recipe":(\{.*\})\}/)).1
    #expect(recipe.contains(old))
    let picture = PixelBands(
      Picture.flat(.white, PixelSize(width: 4, height: 4)), as: .png(.default))
    let other = String(repeating: "12", count: 16)
    try place.folder.write(
      picture.encoded(recipe: RecipeRecord(json: String(recipe).replacing(old, with: new))),
      to: FilePath("lib/collage-\(other).png"))
    #expect(try place.run("library", "show", other, "--library", "lib").exitCode == 0)
    #expect(try place.run("library", "remake", other, "--library", "lib").exitCode == 65)
  }

  @Test func `an earlier collage whose texts had more lines keeps its frames`() throws {
    let id = try place.run(
      Self.make + ["--library", "lib", "--gap", "0", "--margin", "0"]
        + ["--caption", "1=HHH HHH HHH HHHH"]
    ).id
    let shown = try place.run("library", "show", id, "--json", "--library", "lib").output
    let recipe = try #require(shown.firstMatch(of: /"recipe":(\{.*\})\}/)).1
    #expect(recipe.contains(#""lines":[1,0]"#) && recipe.contains(#""height":163"#))
    // Before texts became smaller, this one had two lines.
    let earlier = String(recipe).replacing(#""lines":[1,0]"#, with: #""lines":[2,0]"#)
      .replacing(#""height":163"#, with: #""height":138"#)
      .replacing(/"version":"[^"]*"/, with: #""version":"0.0.9""#)
    let picture = PixelBands(
      Picture.flat(.white, PixelSize(width: 4, height: 4)), as: .png(.default))
    let other = String(repeating: "12", count: 16)
    try place.folder.write(
      picture.encoded(recipe: RecipeRecord(json: earlier)), to: FilePath("lib/collage-\(other).png")
    )
    let remade = try place.run("library", "remake", other, "--library", "lib")
    #expect(remade.exitCode == 0, "\(remade.error)")
    let again = try place.run("library", "show", remade.id, "--json", "--library", "lib").output
    #expect(again.contains(#""lines":[2,0]"#) && again.contains(#""height":138"#))
  }

  @Test func `a batch makes a collage again whose font is another one now`() throws {
    func takeFont(_ name: String) throws {
      try place.folder.write(
        FilePath("/usr/share/fonts/truetype/dejavu/\(name).ttf").readFile(), to: "mine.ttf")
    }
    func results(_ jobs: String) throws -> [String] {
      try place.folder.write(Array(jobs.utf8), to: "jobs.jsonl")
      let outcome = try place.run(
        "batch", "jobs.jsonl", "--library", "lib", "--font", "mine.ttf", "--quiet")
      return try ResultLine.lines(outcome.outputBytes).map(\.status)
    }
    let jobs = """
      {"photos": ["0.png", "1.png"], "title": "Rome"}
      {"photos": ["0.png", "1.png"], "captions": "title"}

      """
    try takeFont("DejaVuSans")
    #expect(try results(jobs) == ["saved", "saved"])
    #expect(try results(jobs) == ["unchanged", "unchanged"])
    try takeFont("DejaVuSerif")
    // Nothing is written by the second run.
    #expect(try results(jobs) == ["saved", "unchanged"])
    #expect(try results(jobs) == ["unchanged", "unchanged"])
    try place.folder.remove("mine.ttf")
    #expect(try results(jobs) == ["failed", "unchanged"])
  }
}
