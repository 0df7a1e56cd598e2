import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// What is drawn around photos, and what is said about paper.
@Suite(.waiting) struct StyleTests {
  let place: Workplace

  init() throws {
    place = try Workplace(photos: 0)
    for (index, colour) in [Colour.pureRed, .pureGreen].enumerated() {
      try place.folder.write(
        Picture.png(Picture.flat(colour, PixelSize(width: 200, height: 200))),
        to: FilePath("\(index).png"))
    }
  }

  private func picture(_ options: String...) throws -> Raster { try picture(options) }

  private func picture(_ options: [String], saying message: String? = nil) throws -> Raster {
    let outcome = try place.run(
      ["make", "0.png", "1.png", "-o", "out.png", "--gap", "0", "--margin", "0"] + options)
    let error = message.map { "collage: \($0)\n" } ?? ""
    #expect(outcome.answer == Answer(code: 0, output: "\(outcome.id)\n", error: error))
    return try place.picture("out.png")
  }

  @Test func `gap, margin and background are where no photo is`() throws {
    let picture = try picture(
      "--canvas", "54x34px", "--gap", "4", "--margin", "5px", "--background", "rebeccapurple")
    let purple = Colour(red: 0x66, green: 0x33, blue: 0x99)
    for y in 0..<34 {
      for x in 0..<54 {
        let isInside = (5..<29).contains(y)
        let expected: Colour =
          isInside && (5..<25).contains(x)
          ? .pureRed : isInside && (29..<49).contains(x) ? .pureGreen : purple
        #expect(picture[x, y] == expected, "\(x), \(y)")
      }
    }
  }

  @Test func `lengths in percent are those of the short side`() throws {
    let percent = try picture(
      "--canvas", "120x100", "--gap", "4%", "--margin", "10%", "--corner-radius", "6%")
    let pixels = try picture(
      "--canvas", "120x100", "--gap", "4", "--margin", "10", "--corner-radius", "6")
    #expect(percent.colours == pixels.colours)
  }

  @Test(arguments: [("white", UInt8(255)), ("#111", 20)])
  func `a photo that would melt into the background gets a fine line`(
    background: String, level: UInt8
  ) throws {
    let paper = Colour.grey(level)
    let size = PixelSize(width: 200, height: 200)
    try place.folder.write(
      Picture.png(
        Raster(size: size) { x, y in
          (60..<140).contains(x) && (60..<140).contains(y) ? .pureBlue : paper
        }), to: "0.png")
    let options = ["--canvas", "430x220px", "--margin", "10", "--gap", "10"]
    func line(_ more: String...) throws -> (left: Bool, right: Bool) {
      let picture = try picture(options + ["--background", background] + more)
      func differs(_ x: Int, _ y: Int, _ photo: Colour) -> Bool {
        picture[x, y] != photo
      }
      // Beside the line, photos and gaps are as they were.
      #expect(picture[13, 13] == paper && picture[224, 13] == .pureGreen)
      #expect(picture[5, 5] == picture[425, 5])
      let rim = [(10, 100), (209, 100), (100, 10), (100, 209)]
      let left = rim.map { differs($0.0, $0.1, paper) }
      let right = rim.map { differs($0.0 + 210, $0.1, .pureGreen) }
      #expect(Set(left).count == 1 && Set(right).count == 1)
      return (left[0], right[0])
    }
    #expect(try line() == (true, false))
    #expect(try line("--hairline", "never") == (false, false))
    #expect(try line("--hairline", "always") == (true, true))
    // A border or a shadow already parts them, and so does another background.
    #expect(try line("--shadow", "3") == (false, false))
  }

  @Test func `where nothing melts there is no line`() throws {
    let options = ["--canvas", "430x220px", "--margin", "10", "--gap", "10"]
    #expect(try picture(options).colours == picture(options + ["--hairline", "never"]).colours)
  }

  @Test func `a border is outside of the photo, which loses nothing`() throws {
    let picture = try picture("--canvas", "48x24px", "--border", "2,#00f")
    for y in 0..<24 {
      for x in 0..<48 {
        let isPhoto = (2..<22).contains(y) && (2..<22).contains(x % 24)
        #expect(
          picture[x, y] == (isPhoto ? x < 24 ? .pureRed : .pureGreen : .pureBlue), "\(x), \(y)")
      }
    }
  }

  @Test func `a border's lower side can be higher, and is outside of the photo, too`() throws {
    for options in [["--border", "2,#00f"], []] {
      let width = options.isEmpty ? 0 : 2
      let picture = try picture(
        ["--canvas", "\(40 + 4 * width)x\(20 + width + 8)px", "--border-bottom", "8"] + options)
      for y in 0..<picture.size.height {
        for x in 0..<picture.size.width {
          let isPhoto =
            (width..<20 + width).contains(y)
            && (width..<20 + width).contains(x % (20 + 2 * width))
          let border: Colour = options.isEmpty ? .white : .pureBlue
          #expect(
            picture[x, y]
              == (isPhoto ? x < picture.size.width / 2 ? .pureRed : .pureGreen : border),
            "\(x), \(y)")
        }
      }
    }
    // One that is lower than the border is wide changes nothing.
    let plain = try picture("--canvas", "48x24px", "--border", "2,#00f")
    let low = try picture("--canvas", "48x24px", "--border", "2,#00f", "--border-bottom", "1")
    #expect(plain.colours == low.colours)
  }

  @Test func `a shadow is that of the border's lower side, too`() throws {
    let options = ["--canvas", "240x180", "--margin", "40", "--gap", "40", "--border", "2"]
    let picture = try picture(options + ["--shadow", "6", "--border-bottom", "30"])
    // Photos are 78 pixels high, the borders end at 150.
    #expect(picture[80, 110] == .white || picture[80, 110] == .pureRed)
    let below = (136..<178).map { picture[80, $0].red }
    #expect((below.min() ?? 255) < 200 && below[below.count - 1] == 255)
  }

  @Test func `holes are along the longer edges, in the margin`() throws {
    for (canvas, isAcross) in [("240x140", true), ("140x240", false)] {
      let picture = try picture(
        "--canvas", canvas, "--margin", "20", "--background", "black", "--perforated")
      func colour(_ along: Int, _ across: Int) -> Colour {
        isAcross ? picture[along, across] : picture[across, along]
      }
      // 14 holes of 7 by 10 pixels, in the middle of the margin.
      for across in [10, 129] {
        let holes = (1..<240).count {
          colour($0, across) == .white && colour($0 - 1, across) != .white
        }
        #expect(holes == 14)
        #expect(colour(8, across) == .white && colour(17, across) == .black)
        #expect((0..<240).allSatisfy { colour($0, across) == colour(239 - $0, across) })
      }
      for across in [2, 18, 121, 137] {
        #expect((0..<240).allSatisfy { colour($0, across) == .black })
      }
      #expect((30..<110).allSatisfy { colour(10, $0) == .black && colour(229, $0) == .black })
    }
    // Without a margin there is no place for them.
    let plain = try picture("--canvas", "60x30", "--background", "black")
    let holes = try picture(
      ["--canvas", "60x30", "--background", "black", "--perforated"],
      saying: "warning: the margin has no room for holes; make it wider")
    #expect(plain.colours == holes.colours)
  }

  @Test func `a blurred background can be darker, as far as black`() throws {
    func blurred(_ background: String) throws -> Raster {
      try picture(
        "--canvas", "240x120", "--margin", "20", "--gap", "20", "--background", background)
    }
    let pictures = try ["blur", "blur,30%", "blur,60%", "blur,100%"].map(blurred)
    for (lighter, darker) in zip(pictures, pictures.dropFirst()) {
      #expect(lighter[2, 60].red > darker[2, 60].red && lighter[60, 60] == darker[60, 60])
    }
    #expect(pictures[3][2, 60] == .black && pictures[3][60, 60] == .pureRed)
    #expect(try pictures[0].colours == blurred("blur,0%").colours)
  }

  @Test func `corners are round, with smooth edges, and the same at all four`() throws {
    let picture = try picture("--canvas", "80x40", "--corner-radius", "12")
    #expect(picture[0, 0] == .white && picture[20, 20] == .pureRed && picture[0, 20] == .pureRed)
    let mixed = (0..<12).flatMap { y in (0..<12).map { picture[$0, y] } }.filter {
      $0 != .white && $0 != .pureRed
    }
    #expect(mixed.count > 5)
    for y in 0..<40 {
      for x in 0..<40 {
        #expect(picture[x, y] == picture[39 - x, y] && picture[x, y] == picture[x, 39 - y])
      }
    }
  }

  @Test func `a shadow darkens the background, most near the photo and below it`() throws {
    let picture = try picture(
      "--canvas", "240x160", "--margin", "40", "--gap", "40", "--shadow", "12")
    #expect(picture[2, 2] == .white)
    let (near, far) = (picture[60, 122], picture[60, 130])
    #expect(near.red < far.red && far.red < 255)
    #expect(picture[60, 37].red > near.red)
    #expect(picture[60, 60] == .pureRed)
  }

  @Test func `a blurred background has the photos' colours`() throws {
    let picture = try picture(
      "--canvas", "240x120", "--margin", "20", "--gap", "20", "--background", "blur")
    #expect(picture[2, 60].red > 90 && picture[2, 60].red / 2 > picture[2, 60].green)
    #expect(picture[237, 60].green > 60 && picture[237, 60].green / 2 > picture[237, 60].red)
    #expect(picture.colours.allSatisfy { $0.blue == 0 })
  }

  @Test func `a PNG can be transparent, a JPEG can't`() throws {
    let clear = try place.run(
      "make", "0.png", "1.png", "-o", "clear.png", "--canvas", "60x30px", "--gap", "4",
      "--background", "transparent")
    #expect(clear.answer == .done("\(clear.id)\n"))
    let file = try place.folder.read("clear.png")
    // The colour type in the header: with alpha.
    #expect(file[25] == 6)
    #expect(try place.picture("clear.png")[29, 15] == .white)
    for background in ["transparent", "#1238", "#11223344"] {
      try place.expectNothingChanges(
        by: ["make", "0.png", "1.png", "--format", "jpeg", "--background", background],
        .failed(
          64,
          "a JPEG can't be transparent; use --format png, or choose an opaque background"
        )
      )
    }
  }

  @Test func `transparent photos are seen through in round frames, too`() throws {
    let clear = PNGFile.picture(
      .rgba, rows: [[UInt8]](repeating: [UInt8](repeating: 0, count: 160), count: 40))
    try place.folder.write(clear, to: "0.png")
    let picture = try picture("--canvas", "80x40", "--corner-radius", "8", "--background", "yellow")
    #expect(picture[20, 20] == .yellow && picture[0, 0] == .yellow && picture[60, 20] == .pureGreen)
  }

  @Test(arguments: [
    ("4x6in@100", 400, 600, 100), ("15x10cm@300dpi", 1772, 1181, 300), ("A6@72", 298, 420, 72),
    ("a6-landscape@72dpi", 420, 298, 72), ("50.8x25.4mm@50", 100, 50, 50),
  ])
  func `a size on paper is written into the file`(size: String, width: Int, height: Int, dots: Int)
    throws
  {
    for name in ["out.png", "out.jpg"] {
      let outcome = try place.run("make", "0.png", "1.png", "-o", name, "--canvas", size)
      #expect(outcome.exitCode == 0)
      let bytes = try place.folder.read(FilePath(name))
      #expect(try place.picture(FilePath(name)).size == PixelSize(width: width, height: height))
      if name == "out.jpg" {
        // JFIF's unit (1 is inches) and densities.
        let density: [UInt8] = [UInt8(dots >> 8), UInt8(dots & 255)]
        #expect(Array(bytes[13..<18]) == [1] + density + density)
      } else {
        let start = try #require(bytes.firstRange(of: Array("pHYs".utf8))).upperBound
        let metre = Int((Double(dots) / 0.0254).rounded())
        let big: [UInt8] = [0, UInt8(metre >> 16), UInt8(metre >> 8 & 255), UInt8(metre & 255)]
        #expect(Array(bytes[start..<start + 9]) == big + big + [1])
      }
    }
  }

  @Test func `photos with too few pixels for the paper are warned of`() throws {
    let outcome = try place.run(
      "make", "0.png", "1.png", "-o", "out.png", "--canvas", "2x1in@500", "--gap", "0", "--margin",
      "0")
    #expect(
      outcome.answer
        == .done(
          "\(outcome.id)\n",
          saying: "0.png: warning: enlarged 2.5×: prints at 200 dpi, not 500",
          "1.png: warning: enlarged 2.5×: prints at 200 dpi, not 500"))
    #expect(
      try place.run("make", "0.png", "1.png", "-o", "out.png", "--canvas", "200x100").error == "")
  }

  @Test func `three photos or more with too few pixels are one warning`() throws {
    try place.folder.write(place.folder.read("0.png"), to: "2.png")
    let three = try place.run(
      "make", "0.png", "1.png", "2.png", "--any-count", "-o", "three.png", "--canvas", "3x1in@500")
    #expect(three.exitCode == 0 && three.errorLines == 1, "\(three)")
    #expect(three.error.hasPrefix("collage: warning: 3 photos are enlarged, up to "))
    #expect(three.error.contains("dpi or more, not 500"))
  }

  @Test func `photos that are enlarged so much that they look soft are warned of`() throws {
    for size in [
      ["--canvas", "1000x500"], ["--long-side", "1000"],
      ["--canvas", "2:1", "--long-side", "1000"],
    ] {
      let outcome = try place.run(["make", "0.png", "1.png", "--dry-run"] + size)
      #expect(
        outcome.errorLines == 2
          && outcome.error.hasPrefix("collage: 0.png: warning: enlarged 2."))
      #expect(outcome.error.hasSuffix("×, so it will look soft\n"))
    }
    // A size of which nobody spoke is chosen so that it doesn't come to that, if it can.
    let outcome = try place.run("make", "0.png", "1.png", "--dry-run")
    #expect(outcome.error == "")
    #expect(try Report.Layout(outcome.output).canvas.width == 1200)
  }

  @Test(arguments: [
    ("5mm", "0.5cm", "19.685"), ("0.1in", "2.54mm", "10"), ("7.2PT", "0.1IN", "10px"),
  ])
  func `a length on paper has the canvas's dots per inch`(
    _ first: String, _ second: String, pixels: String
  ) throws {
    func picture(_ length: String) throws -> Raster {
      try self.picture(
        "--canvas", "3x2in@100", "--force", "--gap", length, "--margin", length, "--corner-radius",
        length, "--border", "\(length),red", "--shadow", length)
    }
    let expected = try picture(pixels)
    for length in [first, second] {
      let difference = PictureDifference(try picture(length), from: expected, tolerance: 1)
      #expect(difference == .none, "\(length)")
    }
  }

  @Test func `a length on paper has 300 dots per inch where the canvas isn't on paper`() throws {
    let inPixels = try picture("--canvas", "300x200", "--gap", "30", "--force")
    let inInches = try picture("--canvas", "300x200", "--gap", "0.1in", "--force")
    #expect(inInches.colours == inPixels.colours && inPixels[150, 100] == .white)
  }

  @Test func `lengths and colours that make no sense are refused`() throws {
    for (option, value) in [("--gap", "-1"), ("--margin", "60%"), ("--corner-radius", "big")] {
      try place.expectNothingChanges(
        by: ["make", "0.png", "1.png", "\(option)=\(value)"],
        .failed(
          64,
          "The value '\(value)' is invalid for '\(option) <length>': it must be a length: from 0 to 100000 pixels, "
            + "such as 12, to 1000mm, such as 2mm, 1cm, 0.1in or 9pt, "
            + "or to 50% of the short side, such as 2%; see 'collage make --help'"))
    }
    for (option, help) in [("--border", "make --help"), ("--shadow", "help shadow")] {
      let outcome = try place.run("make", "0.png", "1.png", "\(option)=4,loud")
      #expect(
        outcome.answer
          == .failed(
            64,
            "The value '4,loud' is invalid for '\(option) <length[,colour]>': it has 'loud' for a "
              + "colour; write a name, #rgb[a] or #rrggbb[aa]; see 'collage \(help)'"))
    }
  }

  @Test func `the style decides the id, and is in the recipe`() throws {
    let styles = [
      [], ["--gap", "2"], ["--border", "2"], ["--shadow", "2"], ["--corner-radius", "2"],
      ["--background", "blur"],
    ]
    let ids = try styles.map {
      try place.run(["make", "0.png", "1.png", "--canvas", "60x30px"] + $0).id
    }
    #expect(Set(ids).count == styles.count)
    let shown = try place.run("library", "show", "--json", ids[2]).output
    #expect(shown.contains("\"border\":\"2,#ffffff\""))
  }
}
