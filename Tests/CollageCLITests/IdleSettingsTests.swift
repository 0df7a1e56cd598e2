import CollageKit
import FoundationEssentials
import Imaging
import PhotoCodecs
import ProgramTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// No setting is accepted and ignored: it changes the collage or the answer, or a sentence says why
/// it doesn't.
@Suite(.waiting) struct IdleSettingsTests {
  let place: Workplace

  init() throws {
    place = try Workplace(photos: 4)
    for (name, bytes) in try Self.pictures.get() {
      try place.folder.write(bytes, to: FilePath(name))
    }
  }

  /// Made once for all tests.
  private static let pictures = Result { () throws -> [(name: String, bytes: [UInt8])] in
    func photo(_ number: Int, _ width: Int, _ height: Int) -> [UInt8] {
      Picture.sampleJPEG(number, PixelSize(width: width, height: height))
    }
    let corner = Region(x: 0, y: 0, width: 0.2, height: 0.2)
    let bright = [UInt8](repeating: 0xE0, count: 240 * 3)
    return [
      ("wide.jpg", photo(1, 480, 240)), ("IMG_20240501_101530.jpg", photo(2, 200, 500)),
      ("square.jpg", photo(3, 300, 300)),
      ("face.jpg", JPEGFile.declaring([corner], in: photo(4, 480, 240))),
      ("cut.jpg", Array(photo(5, 320, 240).dropLast(2000))),
      ("scans.jpg", JPEGFile.progressive(scans: 30)), ("frame.png", try DrawnTemplate.pair.png()),
      (
        "ribbon.png",
        try ShapedTemplate.png(120, 120) { x, y in
          ShapedTemplate.isInCircle(x, y, (60, 60), radius: 50) && !(56..<64).contains(y)
        }
      ),
      ("logo.png", Picture.png(Picture.sample(6, PixelSize(width: 60, height: 30)))),
      (
        "bright.png",
        PNGFile.picture(
          .rgb, rows: [[UInt8]](repeating: bright, count: 160),
          chunks: [PNGFile.chunk("cICP", [9, 16, 0, 1])])
      ),
    ]
  }

  /// A setting, and where it counts.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let base: [String]
    let setting: [String]

    /// - Parameters:
    ///   - setting: the option with its value.
    ///   - base: what stands before it; nil for four photos on a small canvas.
    init(_ setting: String, _ base: String? = nil, beside more: String = "") {
      self.setting = setting.split(separator: " ").map(String.init)
      name = String(self.setting[0].dropFirst(2))
      let standard =
        "make wide.jpg IMG_20240501_101530.jpg square.jpg face.jpg --canvas 240x180px -o out.png"
      self.base = ((base ?? standard) + " --force " + more).split(separator: " ").map(String.init)
    }

    var testDescription: String { setting.joined(separator: " ") }
  }

  private static let paper = "--canvas 6x4cm@50dpi"
  private static let sheet = "--canvas 6x4cm@50dpi --sheet A5"

  static let all = [
    Case("--canvas 90x90px"), Case("--long-side 90", beside: "--canvas 3:2 --long-side 120"),
    Case("--layout grid"), Case("--cells 4x1"), Case("--balance 1", beside: "--balance 0"),
    Case(
      "--order free",
      "make wide.jpg square.jpg IMG_20240501_101530.jpg face.jpg wide.jpg square.jpg --canvas "
        + "300x100px -o out.png"),
    Case("--pick 2"),
    Case("--focus centre", "make face.jpg face.jpg --canvas 200x300px -o out.png"),
    Case("--trim"), Case("--fit whole", beside: "--layout grid"), Case("--lead 4"),
    Case("--weight rating"),
    Case("--gap 9"), Case("--margin 9"),
    Case("--template frame.png", "make wide.jpg square.jpg -o out.png"),
    Case("--openings separate", "make wide.jpg --template ribbon.png -o out.png"),
    Case("--repeat", "make wide.jpg --template frame.png -o out.png"),
    Case("--background navy"), Case("--corner-radius 9"), Case("--border 4,navy"),
    Case("--border-bottom 9", beside: "--border 4,navy"), Case("--shadow 9"),
    Case("--hairline always"), Case("--overlay logo.png"),
    Case("--qr hello", "make wide.jpg square.jpg --canvas 300x300px -o out.png"),
    Case("--perforated", beside: "--background navy --margin 12"),
    Case("--tone sepia"), Case("--colour-space display-p3"), Case("--exact"),
    Case("--bleed 3mm", beside: paper), Case("--binding left", beside: paper),
    Case("--sheet A5", beside: paper), Case("--copies 1", beside: sheet),
    Case("--sheet-gap 3mm", beside: sheet), Case("--sheet-margin 40mm", beside: sheet),
    Case("--cut-marks", beside: sheet), Case("--format pdf"),
    Case("--quality 40", beside: "-o out.jpg"), Case("--compression 9"),
    Case("--palette spectra6"),
    Case("--hdr never", "make bright.png wide.jpg --canvas 200x100px -o out.jpg"),
    Case("--lossless", beside: "\(paper) -o out.pdf"), Case("--max 2"),
    Case("--any-count", "make wide.jpg --canvas 60x40px -o out.png"),
    Case("--allow-damaged", "make wide.jpg cut.jpg --canvas 60x40px -o out.png"),
    Case("--max-pixels 100"),
    Case("--max-scans 29", "make wide.jpg scans.jpg --canvas 60x40px -o out.png"),
    Case("--turn 1=right"), Case("--focus 1=0,0"), Case("--weight 1=6"), Case("--zoom 1=2"),
    Case("--keep-whole 2", beside: "--layout grid"), Case("--alt none", beside: "-o out.jpg"),
    Case("--alt 2=\(String(repeating: "a", count: 90))", beside: "-o out.jpg"),
  ]

  static let ofTexts = [
    Case("--title Rome"), Case("--title-place below", beside: "--title Rome"),
    Case("--header Rome", beside: "--margin 20"), Case("--footer Rome", beside: "--margin 20"),
    Case("--captions name"), Case("--lang de", beside: "--captions date"),
    Case("--caption-place inside", beside: "--captions name"),
    Case("--font NoSuchFont", beside: "--title Rome"),
    Case("--text-size 20", beside: "--title Rome"),
    Case("--text-colour navy", beside: "--title Rome"),
    Case("--safe 9mm", beside: "\(paper) --captions name"), Case("--caption 1=Rome"),
  ]

  /// Settings that mean nothing beside others, and part of the sentence that says why.
  static let idle: [(Case, String)] = [
    (Case("--lossless", beside: "-o out.jpg"), "never lossless"),
    (Case("--lossless"), "always lossless"), (Case("--quality 40"), "loses nothing"),
    (Case("--compression 9", beside: "-o out.jpg"), "use --quality"),
    (Case("--hdr auto"), "only JPEGs, AVIFs and JPEG XLs have HDR"),
    (Case("--title-place below"), "no title"), (Case("--caption-place inside"), "no captions"),
    (Case("--text-size 20"), "no text"), (Case("--text-colour navy"), "no text"),
    (Case("--font NoSuchFont"), "no font is called"),
    (Case("--lang de", beside: "--alt none"), "no text has names"),
    (Case("--repeat"), "--template"), (Case("--openings separate"), "name one with --template"),
    (
      Case("--openings separate", "make wide.jpg square.jpg --template frame.png -o out.png"),
      "no opening of the template has parts"
    ),
    (Case("--layout strip", beside: "--cells 2x2"), "--cells"),
    (Case("--perforated"), "as white as the background"),
    (Case("--perforated", beside: "--margin 0"), "no room for holes"),
    (Case("--weight 1=5", beside: "--layout rows"), "only --layout mosaic"),
    (Case("--lead 5", beside: "--layout columns"), "only --layout mosaic"),
    (Case("--weight rating", beside: "--layout strip"), "only --layout mosaic"),
    (Case("--weight 2=5", beside: "--cells 2x2"), "only --layout mosaic"),
    (Case("--lead 5", beside: "--look film"), "only --layout mosaic"),
    (Case("--balance 1", beside: "--layout grid"), "only --layout mosaic"),
    (Case("--order free", beside: "--layout rows"), "only --layout mosaic"),
    (Case("--keep-whole 1", "make 1.jpg 2.jpg -o out.png"), "the same without it"),
    (Case("--fit whole", "make 1.jpg 2.jpg -o out.png"), "the same without it"),
    (
      Case("--weight 1=1.01", "make 1.jpg 2.jpg --canvas 200x100px -o out.png"),
      "the same without it"
    ),
    (Case("--max 40", "pages 1.jpg 2.jpg --canvas A6@50dpi -o out.pdf"), "--per-page"),
    (Case("--library lib"), "-o names the file"),
    (Case("--sheet A5", beside: "\(paper) --alternatives 2"), "--alternatives shows"),
    (Case("--colour-space display-p3", beside: "--alternatives 2"), "--alternatives shows"),
    (Case("--pick 2", beside: "--alternatives 2"), "leave --pick out"),
  ]

  static let idleTexts: [(Case, String)] = [
    (Case("--captions title"), "no photo has {title}, so there are no captions"),
    (
      Case("--captions place"),
      "no photo has {place}, so there are no captions; a place is a city or spot whose name a program "
        + "has written into the photo, and coordinates are not looked up"
    ),
    (Case("--captions {n}.{title}"), "no photo has {title}, so captions leave that out"),
    (Case("--footer {page}", beside: "--margin 20"), "only 'collage pages' fills it in"),
    (Case("--title {folder}"), "the title says {folder} as it is written"),
    (Case("--title {year}"), "the title says {year} as it is written; it is no field"),
    (
      Case("--captions place", "pages 1.jpg 2.jpg --per-page 1 --canvas A6@50dpi -o out.pdf"),
      "collage: warning: no photo has {place}"
    ),
  ]

  /// What a run leaves behind.
  private struct Trace: Equatable {
    let exitCode: Int32?
    let isSilent: Bool
    /// Nil where the file's size is compared.
    let colours: [Colour]?
    /// The file's size in blocks of 64 bytes; nil where there is none, or its colours are compared.
    let blocks: Int?
  }

  private func trace(_ arguments: [String]) throws -> Trace {
    let before = try place.folder.names()
    for name in before where name.hasPrefix("out.") {
      try place.folder.remove(FilePath(name))
    }
    let outcome = try place.run(arguments)
    let names = try place.folder.names()
    let made = names.first { $0.hasPrefix("out.") }
    // The recipe in a file tells settings whether they count or not, so pictures are compared.
    let isCompared = made == "out.png" && !arguments.contains("--compression")
    return Trace(
      exitCode: outcome.exitCode, isSilent: outcome.error.isEmpty,
      colours: isCompared ? try place.picture("out.png").colours : nil,
      blocks: isCompared ? nil : try made.map { try place.folder.read(FilePath($0)).count / 64 })
  }

  /// What each base leaves behind without a setting.
  private static let bases = Mutex<[[String]: Trace]>([:])

  private func check(_ setting: Case) throws {
    let known = Self.bases.withLock { $0[setting.base] }
    let without = try known ?? trace(setting.base)
    Self.bases.withLock { $0[setting.base] = without }
    let with = try trace(setting.base + setting.setting)
    #expect(with != without, "it changes nothing, and nothing is said")
  }

  @Test(arguments: all) func `a setting changes the collage, or a sentence says why not`(
    _ setting: Case
  ) throws {
    try check(setting)
  }

  @Test(.enabled(if: InstalledText.isThere, "\(InstalledText.reason)"), arguments: ofTexts)
  func `a setting of text changes the collage`(_ setting: Case) throws { try check(setting) }

  @Test func `every setting is tried`() {
    let tried = Set((Self.all + Self.ofTexts).map(\.name))
    let settings =
      Setting<CollageOptions>.all.map(\.name) + Setting<PhotoOptions>.all.map(\.name)
    // It only counts where the kernel lacks a protection: `SandboxRequirementTests`.
    #expect(tried == Set(settings).subtracting(["require-sandbox"]))
  }

  private func checkSaid(_ setting: Case, _ sentence: String) throws {
    let outcome = try place.run(setting.base + setting.setting)
    #expect(
      outcome.error.ranges(of: sentence).count == 1, "\(outcome)")
    let without = try place.run(setting.base)
    #expect(!without.error.contains(sentence), "\(without)")
    let quiet = try place.run(setting.base + setting.setting + ["--quiet"])
    #expect(quiet.error == "" || quiet.exitCode != 0, "\(quiet)")
  }

  @Test(arguments: idle) func `what means nothing beside other settings is said in one line`(
    _ setting: Case, _ sentence: String
  ) throws {
    try checkSaid(setting, sentence)
  }

  @Test(.enabled(if: InstalledText.isThere, "\(InstalledText.reason)"), arguments: idleTexts)
  func `text that nothing fills in is said in one line`(
    _ setting: Case, _ sentence: String
  ) throws {
    try checkSaid(setting, sentence)
  }

  @Test func `a batch says once what changes nothing in any job, and which line says it`() throws {
    let lines = [
      #"{"photos": ["1.jpg", "2.jpg"], "output": "a.png", "quality": 40}"#,
      #"{"photos": ["3.jpg", "4.jpg"], "output": "b.png", "layout": "rows", "quality": 40}"#,
    ]
    try place.folder.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: "jobs.jsonl")
    let batch = ["batch", "jobs.jsonl", "--lead", "3", "--text-size", "20"]
    let told = try place.run(batch)
    #expect(told.exitCode == 0)
    #expect(told.error.ranges(of: "--text-size changes nothing here").count == 1, "\(told)")
    #expect(
      told.error.contains("line 1: warning: --quality changes nothing here")
        && told.error.ranges(of: "--quality changes").count == 1, "\(told)")
    // It counts in the first job.
    #expect(!told.error.contains("--lead changes"), "\(told)")
    #expect(try place.run(batch + ["--quiet"]).error == "")
  }

  @Test func `a focus that moves nothing is told, with the sides that aren't cropped`() throws {
    let canvas = ["--gap", "0", "--margin", "0", "--layout", "strip"]
    func told(_ focus: String, _ more: [String] = ["--canvas", "300x400"]) throws -> String {
      let made = try place.run(
        ["make", "1.jpg", "2.jpg", "-o", "a.png", "--force", "--focus", focus] + canvas + more)
      #expect(made.exitCode == 0, "\(made)")
      return made.error
    }
    let sentence = "warning: --focus changes nothing here: photo 1 isn't cropped"
    // Each is 300x200 of a photo of 4:3.
    #expect(try told("1=left").contains("\(sentence) at the sides in this layout\n"))
    #expect(try !told("1=top").contains(sentence))
    #expect(try !told("1=left", ["--canvas", "300x400", "--quiet"]).contains(sentence))
    let planned = try place.run(
      ["make", "1.jpg", "2.jpg", "--focus", "1=left", "--canvas", "300x400", "--dry-run"] + canvas)
    #expect(planned.error.contains(sentence), "\(planned)")
  }

  @Test func `cells that are too few or stay empty are told`() throws {
    func told(_ cells: String, _ names: [String] = ["1.jpg", "2.jpg"]) throws -> String {
      let made = try place.run(
        ["make"] + names + ["-o", "a.png", "--force", "--any-count", "--cells", cells])
      #expect(made.exitCode == 0, "\(made)")
      return made.error
    }
    #expect(try told("2x1") == "" && told("1x2") == "")
    #expect(
      try told("1x1")
        == "collage: warning: 1x1 has 1 cell for 2 photos, so these are in 1x2\n")
    #expect(try told("3x1") == "collage: warning: 1 of 3 cells is empty; 2x1 has none\n")
    #expect(
      try told("2x2", ["1.jpg", "2.jpg", "1.jpg"])
        == "collage: warning: 1 of 4 cells is empty; 1x3 has none\n")
  }

  @Test func `the prompt says what changes nothing as soon as it is set`() throws {
    let script = """
      add 1.jpg 2.jpg
      title-place below
      title Rome
      title-place above
      layout rows
      weight 1 3
      """
    let told = try place.run(["prompt"], input: .text(script + "\n"))
    #expect(
      told.error.ranges(
        of: "warning: title-place changes nothing here: there is no title; give one with 'title'"
      ).count == 1, "\(told)")
    #expect(
      told.error.contains(
        "warning: weight changes nothing here: only 'layout mosaic' looks for sizes and places"),
      "\(told)")
  }
}
