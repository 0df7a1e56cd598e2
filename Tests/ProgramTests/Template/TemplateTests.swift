import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// `collage make --template`.
@Suite(.waiting) struct TemplateTests {
  let place: Workplace

  init() throws { place = try .withTemplate() }

  private let refused = "can't be used with a template, which "

  @Test func `photos lie below the openings, in order, and all else is the template`() throws {
    let outcome = try place.run(
      "make", "--template", "t.png", "red.png", "green.png", "-o", "out.png")
    #expect(outcome.answer == .done("\(outcome.id)\n"))
    let picture = try place.picture("out.png")
    #expect(picture.size == DrawnTemplate.pair.size)
    for y in 0..<60 {
      for x in 0..<120 {
        let isOpening = (10..<50).contains(y) && ((10..<50).contains(x) || (70..<110).contains(x))
        let expected = isOpening ? (x < 60 ? Colour.pureRed : .pureGreen) : DrawnTemplate.colour
        #expect(picture[x, y] == expected, "\(x), \(y)")
      }
    }
  }

  @Test func `what is clear but no opening shows the background`() throws {
    var values = DrawnTemplate.pair
    values = DrawnTemplate(
      120, 60, values.openings + [PixelRect(x: 58, y: 28, width: 3, height: 2)])
    try place.folder.write(values.png(), to: "speck.png")
    _ = try place.run(
      "make", "--template", "speck.png", "red.png", "green.png", "--background", "navy", "-o",
      "out.png")
    #expect(try place.picture("out.png")[59, 29] == Colour(red: 0, green: 0, blue: 128))
  }

  @Test(arguments: [
    (["red.png"], 1, "add one"), (["red.png", "green.png", "blue.png"], 3, "leave some out"),
  ])
  func `the template decides the number of photos`(photos: [String], count: Int, remedy: String)
    throws
  {
    let hint = count == 1 ? ", or repeat them with --repeat" : ""
    try place.expectNothingChanges(
      by: ["make", "--template", "t.png", "-o", "out.png"] + photos,
      .failed(
        64,
        "the template has 2 openings (40x40, 40x40), and \(count == 1 ? "1 photo is" : "\(count) photos are") given; \(remedy)\(hint)"
      ))
  }

  @Test func `photos fill a template again if they are repeated`() throws {
    let outcome = try place.run(
      "make", "--template", "t.png", "--repeat", "blue.png", "-o", "out.png")
    #expect(outcome.answer == .done("\(outcome.id)\n"))
    let picture = try place.picture("out.png")
    #expect(picture[30, 30] == .pureBlue && picture[90, 30] == .pureBlue)
    // Not where their number doesn't divide that of the openings.
    let three = DrawnTemplate(
      150, 50, (0..<3).map { PixelRect(x: 5 + 50 * $0, y: 5, width: 40, height: 40) })
    try place.folder.write(three.png(), to: "three.png")
    #expect(
      try place.run(
        "make", "--template", "three.png", "--repeat", "red.png", "green.png", "-o", "3.png"
      ).answer
        == .failed(
          64,
          "the template has 3 openings (40x40, 40x40, 40x40), and 2 photos are given, of which 3 is no multiple; add one"
        ))
  }

  @Test func `an odd number, and more than six, are what the template wants`() throws {
    let seven = DrawnTemplate(
      220, 40, (0..<7).map { PixelRect(x: 5 + 30 * $0, y: 5, width: 25, height: 30) })
    try place.folder.write(seven.png(), to: "seven.png")
    let outcome = try place.run(
      ["make", "--template", "seven.png", "-o", "out.png"]
        + ["red", "green", "blue", "red", "green", "blue", "red"].map { "\($0).png" })
    #expect(outcome.answer == .done("\(outcome.id)\n"))
    #expect(try place.picture("out.png")[200, 20] == .pureRed)
  }

  @Test func `the canvas is the template's, in any size but of no other shape`() throws {
    func size(_ options: String...) throws -> PixelSize {
      let outcome = try place.run(
        ["make", "--template", "t.png", "red.png", "green.png", "-o", "out.png", "--quiet"]
          + options)
      #expect(outcome.exitCode == 0)
      return try place.picture("out.png").size
    }
    #expect(try size("--long-side", "60") == PixelSize(width: 60, height: 30))
    #expect(try size("--canvas", "240x120") == PixelSize(width: 240, height: 120))
    #expect(try size("--canvas", "2:1") == PixelSize(width: 120, height: 60))
    #expect(
      try place.run(
        "make", "--template", "t.png", "red.png", "green.png", "--canvas", "3:2", "-o", "o.png"
      ).answer
        == .failed(
          64,
          "the template is 120x60, and a canvas of 120x80 has another shape; leave it out, or scale the "
            + "template with --long-side"))
    let large = try place.run(
      "make", "--template", "t.png", "red.png", "green.png", "--long-side", "240", "-o", "out.png")
    #expect(
      large.error
        == "collage: t.png: warning: the template is enlarged 2.0×, so it will look soft\n")
  }

  @Test(arguments: [
    ["--layout", "grid"], ["--gap", "1%"], ["--margin", "0"], ["--pick", "2"], ["--border", "1%"],
    ["--corner-radius", "4"], ["--shadow", "2%"], ["--title", "Rome"], ["--captions", "name"],
    ["--background", "blur"], ["--weight", "1=2"], ["--keep-whole", "1"], ["--caption", "1=Rome"],
    ["--look", "film"],
    ["--fit", "whole"], ["--perforated"],
  ])
  func `what a template decides can't be asked for`(options: [String]) throws {
    let outcome = try place.run(
      ["make", "--template", "t.png", "red.png", "green.png", "-o", "out.png"] + options)
    #expect(outcome.exitCode == 64 && outcome.output == "")
    #expect(outcome.error.hasPrefix("collage: \(options[0]) \(refused)"), "\(outcome.error)")
    #expect(try !place.folder.names().contains("out.png"))
  }

  @Test func `what is no template is refused, and named`() throws {
    let none =
      "has no transparent opening, so it is no template; use a PNG, WebP or AVIF that is "
      + "transparent where photos go"
    try place.folder.write(DrawnTemplate(60, 40, []).png(), to: "opaque.png")
    try place.folder.write(Workplace.photos[0], to: "photo.jpg")
    try place.folder.write(
      DrawnTemplate(600, 400, [PixelRect(x: 9, y: 9, width: 10, height: 10)]).png(), to: "speck.png"
    )
    try place.folder.write(Array("no picture".utf8), to: "text.png")
    try place.folder.write(Array(DrawnTemplate.pair.png().dropLast(60)), to: "cut.png")
    for name in ["opaque.png", "photo.jpg", "speck.png"] {
      try place.expectNothingChanges(
        by: ["make", "--template", name, "red.png", "green.png", "-o", "out.png"],
        .failed(65, "\(name): \(none)"))
    }
    for name in ["text.png", "cut.png"] {
      #expect(
        try place.run("make", "--template", name, "red.png", "green.png", "-o", "o.png").exitCode
          == 65)
    }
    #expect(
      try place.run("make", "--template", "none.png", "red.png", "green.png", "-o", "o.png")
        .exitCode
        == 66)
  }

  @Test func `ten thousand holes are no openings`() throws {
    let holes = (0..<10_000).map {
      PixelRect(x: 4 * ($0 % 100) + 1, y: 4 * ($0 / 100) + 1, width: 2, height: 2)
    }
    try place.folder.write(DrawnTemplate(400, 400, holes).png(), to: "net.png")
    #expect(try place.run("template", "show", "net.png").exitCode == 65)
  }

  @Test func `the template is never replaced, and may be one of the photos`() throws {
    let before = try place.folder.read("t.png")
    let outcome = try place.run(
      "make", "--template", "t.png", "red.png", "green.png", "-o", "t.png", "--force")
    #expect(outcome.exitCode == 73 && outcome.error.contains("t.png: this is"))
    #expect(try place.folder.read("t.png") == before)
    let twice = try place.run(
      "make", "--template", "t.png", "t.png", "green.png", "-o", "out.png")
    #expect(twice.answer == .done("\(twice.id)\n"))
    #expect(try place.folder.read("t.png") == before)
  }

  @Test func `a palette with transparency, 16 bits and interlaced rows are templates, too`() throws
  {
    // Colour 0 is clear, colour 1 is grey.
    let rows = (0..<30).map { y in
      (0..<40).map { x in UInt8((5..<25).contains(y) && (5..<35).contains(x) ? 0 : 1) }
    }
    try place.folder.write(
      PNGFile.picture(
        .palette, rows: rows,
        chunks: [
          PNGFile.chunk("PLTE", [255, 255, 255, 80, 80, 80]), PNGFile.chunk("tRNS", [0]),
        ]), to: "palette.png")
    let outcome = try place.run("template", "show", "palette.png")
    #expect(
      outcome.answer == .done("palette.png: 40x30, 1 opening\n1  30x20 at 5,5\n"))
    let deep = rows.map { row in
      row.flatMap { [80, 0, 80, 0, 80, 0] + ($0 == 0 ? [0x7E, 0xFF] : [0xFF, 0xFF]) as [UInt8] }
    }
    let data = Zlib.stored(deep.flatMap { [0] + $0 })
    try place.folder.write(
      PNGFile.file([
        PNGFile.header(40, 30, depth: 16, .rgba), PNGFile.chunk("IDAT", data), PNGFile.end,
      ]), to: "deep.png")
    #expect(
      try place.run("template", "show", "deep.png").answer
        == .done("deep.png: 40x30, 1 opening\n1  30x20 at 5,5\n"))
  }

  @Test func `the same bytes come of any number of threads`() throws {
    let template = Fixtures.path(of: "templates").appending("polaroids.png").string
    let photos = ["sunset.jpg", "mountains.jpg", "night-city.png", "meadow.jpg"].map {
      Fixtures.path(of: "photos").appending($0).string
    }
    let ids = try [1, 2, 5].map { jobs in
      try place.run(
        ["make", "--template", template, "-o", "\(jobs).png", "--jobs", "\(jobs)"] + photos
      ).id
    }
    #expect(ids[0] != "" && Set(ids).count == 1)
    let bytes = try [1, 2, 5].map { try place.folder.read(FilePath("\($0).png")) }
    #expect(Set(bytes).count == 1)
  }

  @Test func `faces stay in their openings`() throws {
    let size = PixelSize(width: 480, height: 240)
    let face = Region(x: 0.02, y: 0.3, width: 0.15, height: 0.3)
    let photo = Picture.jpeg(Picture.flat(.pureBlue, size))
    try place.folder.write(photo, to: "plain.jpg")
    try place.folder.write(JPEGFile.declaring([face], in: photo), to: "face.jpg")
    let outcome = try place.run(
      "make", "--template", "t.png", "plain.jpg", "face.jpg", "--dry-run")
    #expect(outcome.exitCode == 0, "\(outcome)")
    let crops = try Report.Layout(outcome.output).photos.map(\.crop)
    // The openings are squares, which show the middle unless there is a face.
    #expect(crops.map(\.width) == [240, 240] && crops[0].x == 120)
    #expect(crops[1].x <= face.x * 480, "\(crops)")
  }
}
