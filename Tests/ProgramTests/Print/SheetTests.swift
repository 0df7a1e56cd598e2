import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Copies of a collage on a sheet of paper: `--sheet`.
@Suite(.waiting) struct SheetTests {
  private let place: Workplace
  private static let red = Colour(red: 225, green: 60, blue: 60)
  private static let blue = Colour(red: 70, green: 110, blue: 235)

  init() throws {
    place = try Workplace()
    let size = PixelSize(width: 300, height: 300)
    try place.folder.write(Picture.png(Picture.flat(Self.red, size)), to: "red.png")
    try place.folder.write(Picture.png(Picture.flat(Self.blue, size)), to: "blue.png")
  }

  private static let make = [
    "make", "red.png", "blue.png", "--layout", "columns", "--gap", "0", "--margin", "0",
  ]

  /// The transforms with which a PDF draws its only picture.
  private func copies(_ name: FilePath) throws -> [[Double]] {
    let objects = try PDFObjects(place.folder.read(name))
    _ = try objects.number(containing: "/Subtype/Image")
    let contents = String(decoding: try objects.stream(7), as: UTF8.self)
    return contents.split(separator: "\n").filter { $0.hasSuffix(" cm /Picture Do Q") }.map {
      line in
      line.split(separator: " ").dropFirst().prefix(6).compactMap { Double($0) }
    }
  }

  @Test(
    arguments: [
      ("9x5cm@50dpi", "A4", [], 12, true), ("9x5cm@50dpi", "A4", ["--copies", "3"], 3, false),
      ("2x6in@50dpi", "4x6in", [], 2, false), ("9x13cm@50dpi", "13x18cm", [], 2, true),
      ("85x54mm@50dpi", "A4", ["--cut-marks"], 10, false),
      ("9x5cm@50dpi", "A4", ["--sheet-gap", "1cm", "--sheet-margin", "5mm"], 8, false),
      ("9x5cm@50dpi", "A4", ["--bleed", "3mm"], 10, false),
    ] as [(String, String, [String], Int, Bool)])
  func `a PDF has the picture once, and draws it as often as it fits`(
    canvas: String, paper: String, options: [String], count: Int, isTurned: Bool
  ) throws {
    let made = try place.run(
      Self.make + ["--canvas", canvas, "--sheet", paper, "-o", "out.pdf"] + options)
    #expect(made.exitCode == 0 && made.output == "\(made.id)\n", "\(made)")
    let copies = try copies("out.pdf")
    #expect(copies.count == count)
    // Without a word the printer can reach all of them.
    let isTold = made.error.contains("the copies reach the edge of the sheet")
    #expect(isTold == ["2x6in@50dpi", "9x13cm@50dpi"].contains(canvas), "\(made.error)")
    #expect(copies.allSatisfy { ($0[0] == 0 && $0[3] == 0) == isTurned })
    let single = try place.run(
      Self.make + ["--canvas", canvas, "-o", "one.pdf"]
        + options.filter { options[0] == "--bleed" && !$0.isEmpty })
    #expect(single.exitCode == 0)
    let one = try #require(try self.copies("one.pdf").first)
    for copy in copies {
      let (width, height) = isTurned ? (-copy[1], copy[2]) : (copy[0], copy[3])
      #expect(abs(width - one[0]) < 0.001 && abs(height - one[3]) < 0.001, "\(copy) \(one)")
    }
    let objects = try PDFObjects(place.folder.read("out.pdf"))
    let marks = String(decoding: try objects.stream(7), as: UTF8.self)
    #expect(marks.contains(" l S") == options.contains("--cut-marks"))
  }

  @Test func `a sheet of one photo needs no other, as for a passport`() throws {
    let make = ["make", "red.png", "--canvas", "35x45mm@50dpi", "--margin", "0"]
    let made = try place.run(
      make + ["--sheet", "10x15cm", "--cut-marks", "-o", "id.png", "--quiet"])
    #expect(made.exitCode == 0 && made.error == "", "\(made)")
    let alone = try place.run(make + ["-o", "alone.png"])
    #expect(
      alone.answer
        == .failed(
          64,
          "a collage needs an even number of photos, not 1; add another, or allow it with "
            + "--any-count"))
    let script = try place.run(
      ["prompt"],
      input: .text("add red.png\ncanvas 35x45mm\nsheet 10x15cm\nsave sheet.png\n"))
    #expect(script.exitCode == 0 && script.error.contains("a margin of 0 fills them"), "\(script)")
  }

  @Test func `a picture of the sheet has its size, its density and its copies`() throws {
    let make = Self.make + ["--canvas", "9x5cm@50dpi", "--sheet", "A4"]
    for name in ["out.png", "out.jpg"] {
      #expect(try place.run(make + ["-o", name]).exitCode == 0)
    }
    #expect(try Array(place.folder.read("out.jpg")[13..<18]) == [1, 0, 50, 0, 50])
    let sheet = try place.picture("out.png")
    #expect(sheet.size == PixelSize(width: 413, height: 585))
    // 4 columns of 98 pixels and 3 rows of 177, turned clockwise: what was on the left is on top.
    let (left, top) = ((413 - 4 * 98.4252) / 2, (585 - 3 * 177.165) / 2)
    for column in 0..<4 {
      for row in 0..<3 {
        let x = Int(left + (Double(column) + 0.5) * 98.4252)
        let y = top + Double(row) * 177.165
        #expect(sheet[x, Int(y + 40)] == Self.red && sheet[x, Int(y + 140)] == Self.blue)
      }
    }
    #expect(sheet[1, 1] == .white && sheet[411, 583] == .white && sheet[206, 20] == .white)
  }

  @Test func `no copy is lost for cut marks`() throws {
    let make = Self.make + ["--layout", "rows", "--canvas", "2x6in@50dpi", "--sheet", "4x6in"]
    for copies in [[], ["--copies", "2"]] {
      let made = try place.run(make + ["--cut-marks", "-o", "out.pdf", "--force"] + copies)
      #expect(made.exitCode == 0 && made.errorLines == 1, "\(made)")
      #expect(try self.copies("out.pdf").count == 2)
      let contents = try PDFObjects(place.folder.read("out.pdf")).stream(7)
      #expect(String(decoding: contents, as: UTF8.self).contains(" l S"))
    }
    #expect(try place.run(make + ["--cut-marks", "-o", "out.png"]).exitCode == 0)
    let sheet = try place.picture("out.png")
    #expect((99...100).contains { sheet[$0, 150] == .black })
  }

  @Test func `what loses copies is named`() throws {
    let make =
      Self.make + ["--canvas", "2x6in@50dpi", "--sheet", "4x6in", "--sheet-gap", "4mm"]
    try place.expectNothingChanges(
      by: make + ["--copies", "2", "-o", "out.pdf"],
      .failed(
        64, "2 copies don't fit on 4x6in: there is space for 1; choose a smaller --sheet-gap"))
    let told = try place.run(make + ["--cut-marks", "-o", "out.pdf"])
    #expect(
      told.exitCode == 0 && told.error.contains("1 of 2 copies fit on 4x6in"), "\(told.error)")
  }

  @Test func `cut marks are drawn beside the corners`() throws {
    let make = Self.make + ["--canvas", "40x20mm@254dpi", "--sheet", "6x4cm", "--bleed", "1mm"]
    let marked = try place.run(make + ["--cut-marks", "-o", "out.png"])
    #expect(marked.answer == .done("\(marked.id)\n"))
    let sheet = try place.picture("out.png")
    #expect(sheet.size == PixelSize(width: 600, height: 400))
    let black = (0..<400).flatMap { y in
      (0..<600).filter { sheet[$0, y] == .black }.map { (x: $0, y: y) }
    }
    // The copy lies from 90 to 510 and from 90 to 310, its trim from 100 to 500 and to 300.
    #expect(Set(black.map(\.x)).contains(100) && Set(black.map(\.y)).contains(300))
    for (x, y) in black {
      let isUpright = abs(x - 100) <= 1 || abs(x - 500) <= 1
      let isLevel = abs(y - 100) <= 1 || abs(y - 300) <= 1
      #expect(isUpright || isLevel)
      #expect(!(90..<510).contains(x) || !(90..<310).contains(y))
    }
    #expect(black.count >= 8 * 35)
    #expect(sheet[91, 200] == Self.red && sheet[508, 200] == Self.blue)
  }

  @Test func `printers reach all copies, unless fewer would fit`() throws {
    func made(_ canvas: String, _ options: [String]) throws -> (error: String, copies: [[Double]]) {
      let made = try place.run(
        Self.make + ["--canvas", canvas, "-o", "out.pdf", "--force"] + options)
      #expect(made.exitCode == 0, "\(made)")
      return (made.error, try copies("out.pdf"))
    }
    let fits = try made("20x10cm@50dpi", ["--sheet", "A4"])
    #expect(fits.error.isEmpty && fits.copies.count == 2)
    let fills = try made("2x6in@50dpi", ["--sheet", "4x6in"])
    #expect(fills.copies.count == 2)
    #expect(
      fills.error.hasSuffix(
        "the copies reach the edge of the sheet, where most printers leave 5mm white; print "
          + "without a border, or choose a larger sheet\n"), "\(fills.error)")
    let many = try made("74x105mm@50dpi", ["--sheet", "A4"])
    #expect(many.copies.count == 8)
    #expect(
      many.error.hasSuffix(
        "or with a sheet-margin of 5mm, which leaves room for 4\n"), "\(many.error)")
    let kept = try made("74x105mm@50dpi", ["--sheet", "A4", "--sheet-margin", "5mm"])
    #expect(kept.error.isEmpty && kept.copies.count == 4)
    let few = try made("74x105mm@50dpi", ["--sheet", "A4", "--copies", "4"])
    #expect(few.error.isEmpty && few.copies.count == 4)
    let asked = try made(
      "2x6in@50dpi", ["--layout", "rows", "--sheet", "4x6in", "--sheet-margin", "0"])
    #expect(asked.error.isEmpty && asked.copies.count == 2)
  }

  @Test func `a single photo with a margin around it is told how to fill the copies`() throws {
    let make = [
      "make", "red.png", "--any-count", "--canvas", "3x3cm@50dpi", "--sheet", "A6",
    ]
    let told = try place.run(make + ["-o", "a.png"])
    let note =
      "collage: warning: the photo is smaller than the copies by their margin; a margin of 0 fills "
      + "them\n"
    #expect(told.exitCode == 0 && told.error == note, "\(told)")
    let filled = try place.run(make + ["--margin", "0", "-o", "b.png"])
    #expect(filled.exitCode == 0 && filled.error.isEmpty, "\(filled)")
  }

  @Test func `a transparent collage has a transparent sheet`() throws {
    let made = try place.run(
      "make", "red.png", "blue.png", "--margin", "20%", "--background", "transparent", "--canvas",
      "4x3cm@50dpi", "--sheet", "A6", "-o", "out.png", "--cut-marks")
    #expect(made.exitCode == 0)
    #expect(try place.picture("out.png").size == PixelSize(width: 207, height: 291))
  }

  private static let card = make + ["--canvas", "9x5cm@50dpi"]

  @Test(arguments: [
    (
      ["--canvas", "A3@50dpi", "--sheet", "A4"],
      "a collage of 297 x 420 mm doesn't fit on a sheet of 210 x 297 mm; choose a larger --sheet, or a smaller --canvas"
    ),
    (
      ["--canvas", "A4@50dpi", "--sheet", "A4", "--sheet-margin", "3mm"],
      "a collage of 210 x 297 mm doesn't fit on a sheet of 210 x 297 mm with a margin of 3 mm; choose a smaller --sheet-margin, a larger --sheet, or a smaller --canvas"
    ),
    (
      ["--sheet", "A4", "--copies", "13"],
      "13 copies don't fit on A4: there is space for 12"
    ),
    (
      ["--copies", "4"],
      "--copies is for copies on a sheet; choose its paper, as large as the collage or larger, with --sheet"
    ),
    (
      ["--cut-marks"],
      "--cut-marks is for copies on a sheet; choose its paper, as large as the collage or larger, with --sheet"
    ),
    (
      ["--canvas", "300x200", "--sheet", "A4"],
      "--sheet needs a canvas with a size on paper, or with a density; give one with --canvas, such as 15x10cm@300dpi, A4 or 2400x1600px@300dpi"
    ),
  ])
  func `what doesn't fit is refused with the numbers`(options: [String], message: String) throws {
    try place.expectNothingChanges(
      by: Self.card + options + ["-o", "out.pdf"], .failed(64, message))
  }

  @Test(arguments: [
    ["--copies", "0"], ["--sheet", "A99"], ["--sheet", "4x6"], ["--copies", "-1"],
  ])
  func `what is no sheet is refused`(options: [String]) throws {
    let refused = try place.run(Self.card + ["--sheet", "A4", "-o", "out.pdf"] + options)
    #expect(refused.exitCode == 64, "\(refused)")
    #expect(try !place.folder.names().contains("out.pdf"))
  }

  @Test func `it is remembered, and the library treats it as its other collages`() throws {
    let make = Self.card + ["--sheet", "A4", "--copies", "2", "--cut-marks"]
    let made = try place.run(make)
    #expect(try made.exitCode == 0 && place.run(make + ["--jobs", "1"]).id == made.id)
    let shown = try place.run("library", "show", made.id).output
    #expect(shown.contains("\nprint       sheet A4, copies 2, cut-marks\n"))
    #expect(try place.run("library", "verify").exitCode == 0)
    let all = try place.run(
      "library", "remake", made.id, "--copies", "auto", "--format", "pdf"
    ).id
    // As many as without marks.
    #expect(try copies(place.library.appending("collage-\(all).pdf")).count == 12)
    let unmarked = try place.run("library", "remake", made.id, "--no-cut-marks").id
    #expect(
      try place.run("library", "show", unmarked).output
        .contains("\nprint       sheet A4, copies 2\n"))
    let plain = try place.run(Self.card + ["--sheet", "A4"]).id
    let itself = try place.run("library", "remake", plain, "--sheet", "none").id
    let asset = place.library.appending("collage-\(itself).jpg")
    #expect(try place.picture(asset).size == PixelSize(width: 177, height: 98))
    // What only sheets have goes with the sheet, unless it is asked for.
    #expect(try place.run("library", "remake", made.id, "--sheet", "none").id == itself)
    let gaps = ["--sheet", "A4", "--sheet-gap", "2mm", "--sheet-margin", "4mm"]
    let spaced = try place.run(Self.card + gaps).id
    #expect(try place.run("library", "remake", spaced, "--sheet", "none").id == itself)
    try place.expectNothingChanges(
      by: ["library", "remake", made.id, "--sheet", "none", "--copies", "3"],
      .failed(
        64,
        "--copies is for copies on a sheet; choose its paper, as large as the collage or larger, with --sheet"
      ))
  }

  @Test func `templates can be printed on sheets, but have no bleed`() throws {
    let place = try Workplace.withTemplate()
    let make = ["make", "--template", "t.png", "red.png", "green.png", "-o", "out.pdf"]
    let made = try place.run(make + ["--canvas", "6x3cm@100dpi", "--sheet", "A6"])
    #expect(made.exitCode == 0, "\(made)")
    let contents = try PDFObjects(place.folder.read("out.pdf")).stream(7)
    let lines = String(decoding: contents, as: UTF8.self).split(separator: "\n")
    #expect(lines.count { $0.hasSuffix(" cm /Picture Do Q") } == 6)
    for setting in ["bleed", "safe"] {
      let refused = try place.run(make + ["--canvas", "6x3cm@100dpi", "--\(setting)", "3mm"])
      #expect(
        refused.exitCode == 64
          && refused.error.contains("\(setting) can't be used with a template"), "\(refused)")
    }
  }
}
