import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

@Suite(.waiting) struct MakeTests {
  let place: Workplace

  init() throws { place = try Workplace(photos: 6) }

  @Test func `make prints the id and saves one file under it`() throws {
    let before = try place.folder.snapshot()
    let made = try place.make("1.jpg", "2.jpg")
    #expect(!made.id.isEmpty)
    #expect(made.answer == .done("\(made.id)\n"))
    let file = place.library.appending("collage-\(made.id).jpg")
    #expect(try place.names(since: before) == ["Pictures", "Pictures/Collages", file.string])
    #expect(try place.identity(of: file) == made.id)
    #expect(try place.picture(file).size == PixelSize(width: 40, height: 20))
  }

  @Test func `photos without a command are made into the same collage`() throws {
    let made = try place.make("1.jpg", "2.jpg")
    let before = try place.folder.snapshot()
    #expect(
      try place.run("1.jpg", "2.jpg", "--layout", "grid", "--canvas", "40x20px").answer
        == made.answer
    )
    #expect(
      try place.run("--layout", "grid", "--canvas", "40x20px", "1.jpg", "2.jpg").answer
        == made.answer
    )
    #expect(try place.folder.snapshot() == before)
  }

  /// What takes the argument parser's way has an option more that says the default.
  @Test(arguments: [
    ["1.jpg", "2.jpg"], ["./1.jpg", "2.jpg", "--dry-run"], ["1.jpg"], [], ["1.jpg", "missing.jpg"],
    ["1.jpg", "2.jpg", "--dry-run", "--explain"], ["--json", "1.jpg", "2.jpg", "--quiet"],
    ["1.jpg", "2.jpg", "-o", "a.png"], ["1.jpg", "--output", "./a.png", "2.jpg", "--force"],
    ["1.jpg", "2.jpg", "-o"], ["1.jpg", "2.jpg", "-o", "a.png", "-o", "b.png"],
    ["1.jpg", "2.jpg", "-o", "-", "--json"], ["1.jpg", "2.jpg", "--quiet", "--quiet"],
    ["1.jpg", "2.jpg", "--jsn"], ["1.jpg", "2.jpg", "help"], ["1.jpg", "2.jpg", "", "3.jpg"],
    ["1.jpg", "2.jpg", "-o", "."], ["1.jpg", "10", "mm"], ["."], ["*.jpg"], ["=\u{301}.jpg", "-"],
  ])
  func `paths alone are read like paths with options`(_ words: [String]) throws {
    let alone = try place.run(["make"] + words)
    for file in ["a.png", "b.png"] where try place.folder.names(in: "").contains(file) {
      try place.folder.remove(FilePath(file))
    }
    let others = try place.run(["make"] + words + ["--max-download", "64M"])
    #expect(alone.answer == others.answer)
  }

  @Test func `making a collage again changes nothing and prints the same id`() throws {
    let made = try place.make("1.jpg", "2.jpg")
    let file = place.folder.path(of: place.library.appending("collage-\(made.id).jpg"))
    let first = try file.stat()
    #expect(try place.make("1.jpg", "2.jpg").answer == made.answer)
    #expect(try file.stat().inode == first.inode)
    #expect(try place.folder.names(in: place.library) == ["collage-\(made.id).jpg"])
  }

  @Test func `six photos stand in two rows of three, in order`() throws {
    let colours: [Colour] = [.pureRed, .pureGreen, .pureBlue, .yellow, .black, .white]
    for (number, colour) in colours.enumerated() {
      try place.folder.write(
        Picture.png(Picture.flat(colour, PixelSize(width: 8, height: 8))),
        to: FilePath("\(number).png"))
    }
    let photos = colours.indices.map { "\($0).png" }
    #expect(
      try place.run(Workplace.make + photos + ["-o", "six.png", "--canvas", "9x6px"]).exitCode == 0)
    let picture = try place.picture("six.png")
    #expect(picture.size == PixelSize(width: 9, height: 6))
    for y in 0..<6 {
      for x in 0..<9 { #expect(picture[x, y] == colours[y / 3 * 3 + x / 3], "at \(x), \(y)") }
    }
  }

  @Test(arguments: [(2, [2]), (4, [2, 2]), (6, [3, 3])])
  func `without a gap and a margin frames fill the canvas`(_ photos: Int, rows: [Int]) throws {
    let arguments =
      (1...photos).map { "\($0).jpg" }
      + ["--dry-run", "--layout", "grid", "--canvas", "101x67", "--gap", "0", "--margin", "0"]
    let layout = try Report.Layout(try place.run(["make"] + arguments).output)
    let frames = layout.photos.map(\.frame)
    let area: Int = frames.map { $0.width * $0.height }.reduce(0, +)
    #expect(area == 101 * 67)
    #expect(Set(frames.map(\.y)).sorted().map { y in frames.count { $0.y == y } } == rows)
    #expect(
      frames.allSatisfy {
        $0.x >= 0 && $0.y >= 0 && $0.x + $0.width <= 101 && $0.y + $0.height <= 67
      })
  }

  @Test func `the same photo may be chosen more than once`() throws {
    #expect(try place.make("1.jpg", "1.jpg", "-o", "twice.png").exitCode == 0)
    let picture = try place.picture("twice.png")
    let halves = [0, 20].map { left in
      picture.colours(in: PixelRect(x: left, y: 0, width: 20, height: 20))
    }
    #expect(halves[0] == halves[1])
  }

  @Test func `a photo fills its frame from its middle`() throws {
    // Blue bars at both ends, which a square frame cuts off.
    let bars = Raster(size: PixelSize(width: 40, height: 20)) { x, _ in
      (10..<30).contains(x) ? .yellow : .pureBlue
    }
    try place.folder.write(Picture.png(bars), to: "bars.png")
    #expect(try place.make("bars.png", "bars.png", "-o", "out.png").exitCode == 0)
    let picture = try place.picture("out.png")
    #expect(picture.colours.allSatisfy { $0 == .yellow })
  }

  @Test func `the background shows through transparent photos, white by default`() throws {
    let clear = PNGFile.picture(
      .rgba, rows: [[UInt8]](repeating: [UInt8](repeating: 0, count: 16), count: 4))
    try place.folder.write(clear, to: "clear.png")
    for (options, colour) in [
      ([], Colour.white), (["--background", "#0F0"], .pureGreen),
      (["--background", "#ffff00"], .yellow),
      (["--background", "Blue"], .pureBlue),
    ] {
      #expect(
        try place.run(Workplace.make + ["clear.png", "1.jpg", "-o", "out.png"] + options).exitCode
          == 0)
      #expect(try place.picture("out.png")[10, 10] == colour)
    }
  }

  @Test
  func `without options the layout is the mosaic, the canvas as it wants it, and the format JPEG`()
    throws
  {
    let layout = try Report.Layout(try place.run("make", "--dry-run", "1.jpg", "2.jpg").output)
    // Small photos, one above the other, with a hundredth around them; nothing is cropped but for
    // rounding.
    #expect(layout.canvas == .init(width: 800, height: 1200))
    #expect(layout.layout == "mosaic")
    #expect(layout.photos.allSatisfy { $0.cropped < 0.002 })
    #expect(layout.photos[0].frame.x == 8 && layout.photos[0].frame.y == 8)
    let made = try Report.Made(try place.make("1.jpg", "2.jpg", "--json").output)
    #expect(made.format == "jpeg")
  }

  @Test func `a collage holds its recipe and nothing about where or when it was made`() throws {
    for format in ["jpeg", "png"] {
      let made = try place.make("1.jpg", place.folder.path(of: "2.jpg").string, "--format", format)
      let shown = try place.run("library", "show", made.id)
      #expect(shown.output.contains("photo 1     1.jpg  32x24"))
      #expect(shown.output.contains("photo 2     2.jpg  32x24"))
      let path = try Report.Asset(try place.run("library", "path", "--json", made.id).output).path
      let bytes = try place.folder.read(
        place.library.appending(String(path.split(separator: "/").last!)))
      #expect(bytes.firstRange(of: Array(place.folder.string.utf8)) == nil)
      #expect(bytes.firstRange(of: Array("collage-test-".utf8)) == nil)
    }
  }

  @Test func `a collage can be a photo of another collage`() throws {
    #expect(try place.make("1.jpg", "2.jpg", "-o", "first.png").exitCode == 0)
    #expect(try place.make("first.png", "first.png", "-o", "second.png").exitCode == 0)
    #expect(try place.picture("second.png").size == PixelSize(width: 40, height: 20))
  }
}
