import Glibc
import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Collages as PDFs.
@Suite(.waiting) struct PDFTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private static let millimetre = 72 / 25.4

  private func objects(_ name: FilePath) throws -> PDFObjects {
    try PDFObjects(place.folder.read(name))
  }

  /// The stream of the picture in a PDF.
  private func picture(_ name: FilePath) throws -> [UInt8] {
    let objects = try objects(name)
    return try objects.stream(objects.number(containing: "/Subtype/Image"))
  }

  @Test(
    arguments: [
      ("15x10cm@300dpi", 150, 100), ("A6@200dpi", 105, 148), ("1200x900", 101.6, 76.2),
      ("4x6in@150dpi", 101.6, 152.4),
    ] as [(String, Double, Double)])
  func `the page is as large as was asked for`(canvas: String, width: Double, height: Double) throws
  {
    let made = try place.make("1.jpg", "2.jpg", "--canvas", canvas, "-o", "out.pdf")
    // It warns that photos are enlarged.
    #expect(try made.exitCode == 0 && made.id == place.identity(of: "out.pdf"), "\(made)")
    for name in ["MediaBox", "BleedBox", "TrimBox"] {
      let box = try #require(try objects("out.pdf").box(name)).map { $0 / Self.millimetre }
      #expect(box.count == 4 && box[0] == 0 && box[1] == 0, "\(name)")
      #expect(abs(box[2] - width) < 0.001 && abs(box[3] - height) < 0.001, "\(name) \(box)")
    }
  }

  @Test(arguments: [[], ["--quality", "95"], ["--colour-space", "display-p3"]])
  func `the picture in it is the one that a JPEG has`(options: [String]) throws {
    let make = Workplace.make + ["1.jpg", "2.jpg", "--canvas", "3x2cm@200dpi"] + options
    #expect(try place.run(make + ["-o", "out.pdf"]).exitCode == 0)
    #expect(try place.run(make + ["-o", "out.jpg"]).exitCode == 0)
    let jpeg = try place.folder.read("out.jpg")
    #expect(try picture("out.pdf") == jpeg)
    let profile = try objects("out.pdf").stream(5)
    #expect(jpeg.firstRange(of: profile) != nil)
  }

  @Test func `the name or --format decides, and standard output is possible`() throws {
    #expect(try place.make("1.jpg", "2.jpg", "-o", "out.PDF").exitCode == 0)
    #expect(try place.make("1.jpg", "2.jpg", "-o", "out", "--format", "Pdf").exitCode == 0)
    #expect(try place.folder.read("out") == place.folder.read("out.PDF"))
    try place.expectNothingChanges(
      by: Workplace.make + ["1.jpg", "2.jpg", "-o", "x.pdf", "--format", "png"],
      .failed(
        64,
        "x.pdf: the name is that of a pdf, but --format says png; change one of them, or leave out --format"
      ))
    let prompt = try BuiltProgram.command(
      ["prompt", "1.jpg", "2.jpg"], in: place.folder,
      standardInput: .text(
        "format pdf\nsave typed\nadd 1.jpg 2.jpg\nformat default\nsave named.pdf\n")
    ).run()
    #expect(prompt.exitCode == 0, "\(prompt)")
    #expect(try objects("typed.pdf").count > 9 && objects("named.pdf").count > 9)
  }

  @Test func `--lossless keeps every pixel, and is remembered`() throws {
    let make = Workplace.make + ["1.jpg", "2.jpg"]
    #expect(try place.run(make + ["--lossless", "-o", "out.pdf"]).exitCode == 0)
    let value = try objects("out.pdf").value(8)
    #expect(value.contains("/Predictor 15/Colors 3/Columns 40>>"))
    #expect(try place.run(make + ["-o", "out.png"]).exitCode == 0)
    // A PNG of so few pixels has one chunk of data.
    let png = try place.folder.read("out.png")
    #expect(png.firstRange(of: try picture("out.pdf")) != nil)
    let saved = try place.run(make + ["--lossless", "--format", "pdf"])
    #expect(try place.identity(of: "out.pdf") == saved.id)
    let shown = try place.run("library", "show", saved.id).output
    #expect(shown.contains("\nformat      pdf, lossless\n"))
    let again = try place.run("library", "remake", saved.id, "--canvas", "80x40px")
    let asset = place.library.appending("collage-\(again.id).pdf")
    #expect(try objects(asset).value(8).contains("/Predictor 15/Colors 3/Columns 80>>"))
    // Where there is no PDF it changes nothing.
    #expect(try place.run(make).id == place.run(make + ["--lossless"]).id)
  }

  @Test func `nothing of the time, the place or the threads is in the file`() throws {
    let make = Workplace.make + ["../1.jpg", "../2.jpg", "-o"]
    try place.folder.makeFolder("one")
    try place.folder.makeFolder("two")
    let first = try place.shell(#"cd one && exec "$@""#, make + ["a.pdf", "--jobs", "1"])
    #expect(first.exitCode == 0, "\(first)")
    let bytes = try place.folder.read("one/a.pdf")
    // Until another second has begun.
    let second = time(nil)
    repeat {
      let again = try place.shell(#"cd two && exec "$@""#, make + ["b.pdf", "--force"])
      #expect(again.answer == first.answer)
      #expect(try place.folder.read("two/b.pdf") == bytes)
    } while time(nil) == second
    #expect(bytes.firstRange(of: Array(place.folder.string.utf8)) == nil)
  }

  @Test func `a PDF can't be transparent`() throws {
    for (options, remedy) in [
      (["-o", "out.pdf"], "write a PNG, whose name ends in .png"),
      (["--format", "pdf", "--lossless"], "use --format png"),
    ] {
      try place.expectNothingChanges(
        by: Workplace.make + ["1.jpg", "2.jpg", "--background", "transparent"] + options,
        .failed(
          64,
          "a PDF can't be transparent; \(remedy), or choose an opaque background"
        )
      )
    }
  }

  @Test func `a PDF is no photo, not even one of ours`() throws {
    #expect(try place.make("1.jpg", "2.jpg", "-o", "ours.pdf").exitCode == 0)
    try place.folder.write(Array("%PDF-1.4 mine".utf8), to: "named.jpg")
    for name in ["ours.pdf", "named.jpg"] {
      try place.expectNothingChanges(
        by: Workplace.make + [name, "1.jpg", "-o", "new.jpg"],
        .failed(65, "\(name): this is a PDF document, which can't be read; convert it first"))
    }
  }

  @Test func `a document of somebody else is not replaced, one of ours is`() throws {
    #expect(try place.make("1.jpg", "2.jpg", "-o", "inner.jpg").exitCode == 0)
    // It holds a collage, and so its recipe.
    let inner = try place.folder.read("inner.jpg")
    for bytes in [Array("%PDF-1.4 mine".utf8), Array("%PDF-1.6\n".utf8) + inner] {
      try place.folder.write(bytes, to: "out.pdf")
      try place.expectNothingChanges(
        by: Workplace.make + ["1.jpg", "2.jpg", "-o", "out.pdf"],
        .failed(
          73,
          "out.pdf: exists and was not made by collage; choose another name, or use --force to replace it"
        ))
    }
    #expect(try place.make("1.jpg", "2.jpg", "-o", "out.pdf", "--force").exitCode == 0)
    let other = try place.make("2.jpg", "1.jpg", "-o", "out.pdf")
    #expect(try other.exitCode == 0 && place.identity(of: "out.pdf") == other.id)
  }

  @Test func `the library treats it as its other collages`() throws {
    let make = Workplace.make + ["1.jpg", "2.jpg", "--format", "pdf", "--album", "Prints"]
    let id = try place.run(make).id
    #expect(try place.run(make).id == id)
    let asset = place.library.appending("collage-\(id).pdf")
    #expect(try place.identity(of: asset) == id)
    #expect(try place.run("library", "path", id).output.hasSuffix("/collage-\(id).pdf\n"))
    let listed = try place.run("library", "list", "--album", "Prints").output
    #expect(listed.hasPrefix("\(id)\t") && listed.hasSuffix(".pdf\n"))
    let shown = try place.run("library", "show", id).output
    #expect(shown.contains("\nformat      pdf, quality 90\n") && shown.contains("1.jpg"))
    #expect(try place.run("library", "list", "--sheet", "sheet.png").exitCode == 0)
    let sheet = try place.picture("sheet.png")
    #expect(sheet.size == PixelSize(width: 232, height: 254))
    #expect(sheet[26, 48] != .white)
    #expect(try place.run("library", "list", "--sheet", "sheet.pdf").exitCode == 0)
    #expect(try objects("sheet.pdf").count > 9)
    let remade = try place.run("library", "remake", id, "--canvas", "3x2cm@100dpi").id
    let box = try objects(place.library.appending("collage-\(remade).pdf")).box("TrimBox")
    #expect(box == [0, 0, 85.03937, 56.69291])
    #expect(try place.run("library", "verify").exitCode == 0)
    var bytes = try place.folder.read(asset)
    bytes[bytes.count / 2] ^= 1
    try place.folder.write(bytes, to: asset)
    #expect(try place.run("library", "verify").exitCode == 65)
    #expect(try place.run("library", "remove", id).exitCode == 0)
    #expect(try place.run("library", "undo").output == id + "\n")
  }

  @Test(arguments: ["srgb", "display-p3"])
  func `the library's sheet shows a lossless PDF as a PNG`(space: String) throws {
    var sheets: [Raster] = []
    for (number, format) in [["--format", "pdf", "--lossless"], ["--format", "png"]].enumerated() {
      let options = ["--canvas", "400x300", "--colour-space", space, "--library", "lib\(number)"]
      #expect(try place.run(["make", "1.jpg", "2.jpg"] + options + format).exitCode == 0)
      let sheet = try place.run(
        "library", "list", "--library", "lib\(number)", "--sheet", "sheet\(number).png")
      #expect(sheet.exitCode == 0 && sheet.error.isEmpty, "\(sheet)")
      sheets.append(try place.picture(FilePath("sheet\(number).png")))
    }
    #expect(sheets[0].size == sheets[1].size)
    // Below the ids, which differ.
    for y in 48..<sheets[0].size.height {
      for x in 0..<sheets[0].size.width { #expect(sheets[0][x, y] == sheets[1][x, y]) }
    }
    #expect(sheets[0][60, 120] != .white)
  }

  @Test func `it is opened again by its name`() throws {
    let made = try place.make("1.jpg", "2.jpg", "--gap", "3", "-o", "old.pdf")
    #expect(made.exitCode == 0)
    let prompt = try BuiltProgram.command(
      ["prompt"], in: place.folder,
      standardInput: .text("open old.pdf\ngap\nsave again.pdf\n")
    ).run()
    #expect(prompt.exitCode == 0 && prompt.output.contains("gap: 3\n"), "\(prompt)")
    #expect(try place.identity(of: "again.pdf") == made.id)
  }

  @Test func `a batch finds the PDFs that it has made`() throws {
    try place.folder.write(
      Array(#"{"id":"a","photos":["1.jpg","2.jpg"],"output":"a.pdf"}"#.utf8) + [0x0A],
      to: "jobs")
    let batch = ["batch", "jobs", "--canvas", "40x20px"]
    let first = try place.run(batch)
    #expect(first.exitCode == 0 && first.output.contains(#""status":"saved""#), "\(first)")
    let second = try place.run(batch)
    #expect(second.exitCode == 0 && second.output.contains(#""status":"unchanged""#), "\(second)")
  }

  @Test(
    .enabled(
      if: ["qpdf", "mutool", "pdfimages"].allSatisfy { Installed.program($0) != nil },
      "needs qpdf, mupdf-tools and poppler-utils"))
  func `other programs read it`() throws {
    let make = Workplace.make + ["1.jpg", "2.jpg", "--canvas", "2x1in@100dpi"]
    for (options, same) in [([], "out.jpg"), (["--lossless"], "out.png")] {
      #expect(try place.run(make + options + ["-o", "out.pdf"]).exitCode == 0)
      #expect(try place.run(make + ["-o", same]).exitCode == 0)
      func run(_ name: String, _ arguments: String...) throws -> Outcome {
        try ChildProcess(
          #require(Installed.program(name)), arguments, in: place.folder.path
        ).run()
      }
      let checked = try run("qpdf", "--check", "out.pdf")
      #expect(checked.exitCode == 0, "\(checked)")
      let drawing = try run("mutool", "draw", "-q", "-r", "100", "-o", "drawn.png", "out.pdf")
      #expect(drawing.exitCode == 0, "\(drawing)")
      let difference = try #require(
        try place.picture("drawn.png").difference(from: place.picture(FilePath(same))))
      #expect(difference <= 4)
      #expect(try run("pdfimages", "-all", "out.pdf", "image").exitCode == 0)
      #expect(try place.folder.names().contains("image-000.\(same.suffix(3))"))
    }
  }
}
