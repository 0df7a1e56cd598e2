import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// What is made to be cut off: `--bleed` and `--safe`.
@Suite(.waiting) struct BleedTests {
  private let place: Workplace
  private static let millimetre = 72 / 25.4
  private static let red = Colour(red: 225, green: 60, blue: 60)
  private static let blue = Colour(red: 70, green: 110, blue: 235)
  private static let green = Colour(red: 0, green: 128, blue: 0)

  init() throws {
    place = try Workplace()
    let size = PixelSize(width: 300, height: 300)
    try place.folder.write(Picture.png(Picture.flat(Self.red, size)), to: "red.png")
    try place.folder.write(Picture.png(Picture.flat(Self.blue, size)), to: "blue.png")
    try place.folder.write(Picture.png(Picture.flat(.black, size)), to: "black.png")
  }

  private static let make = [
    "make", "red.png", "blue.png", "--layout", "columns", "--gap", "0", "--canvas", "5x3cm@100dpi",
  ]

  @Test func `photos at the edge go on, and the trim is what was asked for`() throws {
    let made = try place.run(Self.make + ["--bleed", "3mm", "-o", "out.pdf"])
    #expect(made.answer == .done("\(made.id)\n"))
    let objects = try PDFObjects(place.folder.read("out.pdf"))
    for (name, corners) in [
      ("MediaBox", [0.0, 0, 56, 36]), ("BleedBox", [0, 0, 56, 36]), ("TrimBox", [3, 3, 53, 33]),
    ] {
      let box = try #require(objects.box(name)).map { $0 / Self.millimetre }
      #expect(zip(box, corners).allSatisfy { abs($0 - $1) < 0.001 } && box.count == 4, "\(box)")
    }
    #expect(try place.run(Self.make + ["--bleed", "3mm", "-o", "out.png"]).exitCode == 0)
    let picture = try place.picture("out.png")
    // 197 by 118 pixels, and 12 at each side.
    #expect(picture.size == PixelSize(width: 221, height: 142))
    #expect(picture[0, 0] == Self.red && picture[0, 141] == Self.red && picture[105, 1] == Self.red)
    #expect(picture[220, 0] == Self.blue && picture[220, 141] == Self.blue)
    #expect(picture[112, 70] == Self.blue)
  }

  @Test(arguments: [
    ["--background", "green"], ["--background", "blur"],
    ["--background", "green", "--border", "2%", "--shadow", "3%", "--corner-radius", "4%"],
  ])
  func `within a margin nothing changes but the background, which goes to the edge`(
    options: [String]
  ) throws {
    let make = Self.make + ["--margin", "15%"] + options
    #expect(try place.run(make + ["-o", "trim.png"]).exitCode == 0)
    let bled = try place.run(make + ["--bleed", "3mm", "-o", "out.png"])
    #expect(bled.answer == .done("\(bled.id)\n"))
    let (trim, picture) = (try place.picture("trim.png"), try place.picture("out.png"))
    guard options.contains("green") else {
      // The colours near a photo are its own.
      #expect(
        picture[0, 70].red > picture[0, 70].blue && picture[220, 70].blue > picture[220, 70].red)
      return
    }
    for y in 0..<118 {
      for x in 0..<197 { #expect(picture[x + 12, y + 12] == trim[x, y], "\(x) \(y)") }
    }
    #expect(picture[0, 0] == Self.green && picture[220, 141] == Self.green)
  }

  @Test func `a border at the edge goes on, too`() throws {
    let make = Self.make + ["--margin", "0", "--border", "5%,gold", "--corner-radius", "9%"]
    #expect(try place.run(make + ["--bleed", "3mm", "-o", "out.png"]).exitCode == 0)
    let picture = try place.picture("out.png")
    let gold = Colour(red: 255, green: 215, blue: 0)
    for (x, y) in [(0, 0), (220, 0), (0, 141), (220, 141), (0, 70), (12, 12), (110, 2)] {
      #expect(picture[x, y] == gold, "\(x) \(y)")
    }
  }

  @Test func `a margin that was not asked for becomes none, another one is kept with a warning`()
    throws
  {
    let bleed = ["--bleed", "3mm", "-o", "out.png"]
    #expect(try place.run(Self.make + ["--background", "green"] + bleed).exitCode == 0)
    #expect(try place.picture("out.png")[12, 12] == Self.red)
    let kept = try place.run(Self.make + ["--background", "green", "--margin", "1%"] + bleed)
    #expect(
      kept.answer
        == .done(
          "\(kept.id)\n",
          saying:
            "warning: the margin is narrower than the bleed, so its rim may be cut unevenly; leave it out, or make it wider"
        ))
    #expect(try place.picture("out.png")[12, 12] == Self.green)
    #expect(try place.picture("out.png")[13, 13] == Self.red)
  }

  @Test func `lengths that are meant in millimetres but are pixels are told`() throws {
    let made = try place.run(
      Self.make + ["--bleed", "3", "--safe", "3px", "--margin", "0", "-o", "out.png"])
    #expect(
      made.answer
        == .done(
          "\(made.id)\n",
          saying: "warning: the bleed of 3 pixels is 0.76 mm wide; for millimetres write 3mm",
          "warning: the safe zone of 3 pixels is 0.76 mm wide; for millimetres write 3mm"))
    let wide = try place.run(Self.make + ["--bleed", "12", "-o", "wide.png"])
    #expect(wide.answer == .done("\(wide.id)\n"))
  }

  @Test(arguments: [
    (
      ["--bleed", "20mm"],
      "a bleed of 20 mm is too much for a collage of 50 x 30 mm: it must be less than half of the short side, 15 mm"
    ),
    (
      ["--safe", "0.6in"],
      "a safe zone of 15.24 mm is too much for a collage of 50 x 30 mm: it must be less than half of the short side, 15 mm"
    ),
    (
      ["--bleed", "3mm", "--canvas", "3:2"],
      "--bleed needs a canvas with a size on paper, or with a density; give one with --canvas, such as 15x10cm@300dpi, A4 or 2400x1600px@300dpi"
    ),
    (
      ["--safe", "3mm", "--canvas", "auto"],
      "--safe needs a canvas with a size on paper, or with a density; give one with --canvas, such as 15x10cm@300dpi, A4 or 2400x1600px@300dpi"
    ),
  ])
  func `what can't be is refused with the numbers`(options: [String], message: String) throws {
    try place.expectNothingChanges(
      by: Self.make + options + ["-o", "out.png"], .failed(64, message))
  }

  @Test(arguments: ["-3mm", "60%", "saaal", "", "3m"])
  func `what is no bleed is refused`(text: String) throws {
    let refused = try place.run(Self.make + ["--bleed=\(text)", "-o", "out.png"])
    #expect(refused.exitCode == 64 && refused.error.contains("saal, pixum, minilab"), "\(refused)")
    #expect(try !place.folder.names().contains("out.png"))
  }

  @Test func `a shop's name is a length`() throws {
    let named = try place.run(Self.make + ["--bleed", "Pixum"]).id
    #expect(try place.run(Self.make + ["--bleed", "5mm"]).id == named)
    let shown = try place.run("library", "show", named).output
    #expect(
      shown.contains("\ncanvas      197x118\n") && shown.contains("\nprint       bleed 5mm\n"))
  }

  @Test func `pixels with a density are enough`() throws {
    let made = try place.run(
      Self.make + ["--canvas", "200x100px@254dpi", "--bleed", "2mm", "-o", "out.png"])
    #expect(made.answer == .done("\(made.id)\n"))
    #expect(try place.picture("out.png").size == PixelSize(width: 240, height: 140))
  }

  @Test(.enabled(if: InstalledText.isThere, "\(InstalledText.reason)"))
  func `captions and titles stay in the safe zone, and one warning names what can't`() throws {
    let make = [
      "make", "black.png", "black.png", "--layout", "columns", "--gap", "0", "--canvas",
      "12x6cm@100dpi", "--caption", "1=Evening at the lake", "--caption", "2=Morning", "--bleed",
      "3mm", "-o", "out.png", "--force",
    ]
    for (options, background) in [
      (["--caption-place", "inside"], UInt8(0)), (["--background", "black"], 0),
      (["--title", "Rome", "--background", "black"], 0),
      (["--title", "Rome", "--title-place", "below", "--background", "black"], 0),
    ] {
      let made = try place.run(make + ["--safe", "8mm"] + options)
      #expect(made.answer == .done("\(made.id)\n"))
      let picture = try place.picture("out.png")
      #expect(picture.size == PixelSize(width: 496, height: 260))
      // 12 pixels, and 32 that are safe.
      let written = (0..<260).flatMap { y in
        (0..<496).filter { picture[$0, y].red > background + 100 }.map { (x: $0, y: y) }
      }
      #expect(written.count > 50)
      #expect(written.allSatisfy { (44..<452).contains($0.x) && (44..<216).contains($0.y) })
    }
    let short = ["--caption", "1=I", "--caption", "2=I"]
    let cut = try place.run(make + short + ["--safe", "29mm", "--caption-place", "inside"])
    #expect(
      cut.answer
        == .done(
          "\(cut.id)\n",
          saying:
            "warning: the captions of photos 1, 2 lie outside the safe zone, where the print is cut; "
            + "choose a wider --margin, a smaller --text-size, or a smaller --safe"))
  }

  @Test(
    .enabled(if: InstalledText.isThere, "\(InstalledText.reason)"),
    arguments: [
      ("10x15cm@150dpi", ["--bleed", "pixum"], 30, 30),
      ("146x161mm@100dpi", ["--safe", "18mm"], 0, 71),
      ("A6@150dpi", ["--safe", "12mm", "--margin", "5mm"], 0, 71),
      ("15x10cm@150dpi", ["--bleed", "3mm", "--safe", "8mm", "--text-size", "14pt"], 18, 48),
    ])
  func `header and footer stay in the safe zone, at every edge`(
    canvas: String, options: [String], bleed: Int, safe: Int
  ) throws {
    let long = Array(repeating: "Evening at the lake", count: 9).joined(separator: ", ")
    for text in ["Mg", long] {
      let made = try place.run(
        [
          "make", "black.png", "black.png", "--canvas", canvas, "--background", "black",
          "--text-colour", "white", "--header", text, "--footer", text, "-o", "out.png", "--force",
          "--quiet",
        ] + options)
      #expect(made.exitCode == 0, "\(made)")
      let picture = try place.picture("out.png")
      let (width, height) = (picture.size.width, picture.size.height)
      let rows = (0..<height).filter { y in (0..<width).contains { picture[$0, y].red > 60 } }
      let columns = (0..<width).filter { x in (0..<height).contains { picture[x, $0].red > 60 } }
      let edge = bleed + safe
      let (top, bottom) = (try #require(rows.first), try #require(rows.last))
      #expect(top >= edge && bottom < height - edge, "\(top) \(bottom) of \(height)")
      #expect(top < height / 3 && bottom > height * 2 / 3)
      #expect(columns.first! >= edge && columns.last! < width - edge)
    }
  }

  @Test(.enabled(if: InstalledText.isThere, "\(InstalledText.reason)"))
  func `a header or a footer that can't be in the safe zone is named`() throws {
    let make = Self.make + ["--safe", "12mm"]
    for (options, texts) in [
      (["--header", "Rome"], "the header lies"), (["--footer", "Rome"], "the footer lies"),
      (["--header", "Rome", "--footer", "2024"], "the header and the footer lie"),
    ] {
      let made = try place.run(make + options)
      #expect(
        made.answer
          == .done(
            "\(made.id)\n",
            saying:
              "warning: \(texts) outside the safe zone, where the print is cut; choose a wider "
              + "--margin, a smaller --text-size, or a smaller --safe"))
    }
  }

  @Test func `it is remembered, and made again`() throws {
    let made = try place.run(Self.make + ["--bleed", "3mm", "--safe", "5mm"])
    #expect(
      try place.run("library", "remake", made.id, "--quality", "90").id == made.id)
    let larger = try place.run("library", "remake", made.id, "--canvas", "10x6cm@100dpi").id
    let asset = place.library.appending("collage-\(larger).jpg")
    #expect(try place.picture(asset).size == PixelSize(width: 394 + 24, height: 236 + 24))
    // A collage with the usual margin loses it for a bleed.
    let plain = try place.run(Self.make).id
    let bled = try place.run("library", "remake", plain, "--bleed", "3mm")
    #expect(bled.error == "" && bled.id != plain)
    let bledAsset = place.library.appending("collage-\(bled.id).jpg")
    #expect(try place.picture(bledAsset)[12, 12].difference(from: Self.red) < 9)
    // A margin that was asked for stays.
    let thin = try place.run(Self.make + ["--margin", "1%", "--bleed", "3mm"]).id
    #expect(try place.run("library", "remake", thin, "--safe", "3mm").error.contains("the margin"))
  }

  @Test func `manifests and the prompt have it, and it changes nothing where it isn't used`() throws
  {
    let expected = try place.run(Self.make + ["--bleed", "3mm"]).id
    let manifest = """
      {"photos": ["red.png", "blue.png"], "layout": "columns", "gap": 0, "canvas": "5x3cm@100dpi", "bleed": "3mm"}
      {"photos": ["red.png", "blue.png"], "layout": "columns", "bleed": "3mm"}

      """
    let batch = try place.run(["batch", "-"], input: .text(manifest))
    #expect(batch.exitCode == 1 && batch.output.contains(expected))
    #expect(batch.output.contains("bleed needs a canvas"))
    let again = try place.run(["batch", "-"], input: .text(manifest))
    #expect(again.output.contains("unchanged"))
    func prompt(_ lines: String) throws -> Outcome {
      try BuiltProgram.command(
        ["prompt", "red.png", "blue.png"], in: place.folder, standardInput: .text(lines)
      ).run()
    }
    #expect(try prompt("bleed 3mm\n").error.contains("enter 'canvas' with one first"))
    let saved = try prompt("layout columns\ngap 0\ncanvas 5x3cm@100dpi\nbleed 3mm\nsave\n")
    #expect(saved.output.contains(expected), "\(saved)")
    #expect(try place.run(Self.make).id == place.run(Self.make + ["--bleed", "0"]).id)
  }
}
