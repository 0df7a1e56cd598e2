import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Photos shown larger in their frames: `--zoom`.
@Suite(.waiting) struct ZoomTests {
  private let place: Workplace
  private static let size = PixelSize(width: 480, height: 240)
  private static let corners: [Colour] = [
    Colour(red: 200, green: 40, blue: 40), Colour(red: 40, green: 200, blue: 40),
    Colour(red: 40, green: 40, blue: 200), Colour(red: 200, green: 200, blue: 40),
  ]

  init() throws {
    place = try Workplace(photos: 0)
    let quarters = Raster(size: Self.size) { x, y in
      Self.corners[(y < Self.size.height / 2 ? 0 : 2) + (x < Self.size.width / 2 ? 0 : 1)]
    }
    try place.folder.write(Picture.png(quarters), to: "quarters.png")
    try place.folder.write(Picture.sampleJPEG(1, Self.size), to: "1.jpg")
  }

  private static let make = [
    "make", "quarters.png", "1.jpg", "--layout", "columns", "--canvas", "480x240px", "--gap", "0",
    "--margin", "0", "--force",
  ]

  /// The colours of the first photo's frame, which is a square.
  private func colours(_ options: [String]) throws -> Set<Colour> {
    let made = try place.run(Self.make + options + ["-o", "out.png"])
    #expect(made.exitCode == 0, "\(made)")
    let picture = try place.picture("out.png")
    // At the crop's edges the photo goes on a little.
    return Set(picture.colours(in: PixelRect(x: 8, y: 8, width: 224, height: 224)))
  }

  @Test func `a zoom shows the part around the focus, and less of the photo`() throws {
    #expect(try colours([]).isSuperset(of: Self.corners))
    for (number, focus) in ["0,0", "1,0", "0,1", "1,1"].enumerated() {
      #expect(try colours(["--zoom", "1=2", "--focus", "1=\(focus)"]) == [Self.corners[number]])
    }
    #expect(try colours(["--zoom", "all=1", "--focus", "1=0,0"]).isSuperset(of: [Self.corners[0]]))
  }

  @Test func `each side of what is shown is that part of what would be`() throws {
    func crop(_ options: String...) throws -> Region {
      let plan = try place.run(Self.make + ["--dry-run"] + options)
      #expect(plan.exitCode == 0, "\(plan)")
      let crop = try #require(try Report.Layout(plan.output).photos.first).crop
      return Region(x: crop.x, y: crop.y, width: crop.width, height: crop.height)
    }
    #expect(try crop() == Region(x: 120, y: 0, width: 240, height: 240))
    #expect(try crop("--zoom", "1=1.5") == Region(x: 160, y: 40, width: 160, height: 160))
    #expect(
      try crop("--zoom", "1=2", "--focus", "1=left") == Region(x: 0, y: 60, width: 120, height: 120)
    )
    // The largest zoom of a photo of a few pixels.
    try place.folder.write(
      Picture.png(Picture.flat(.pureRed, PixelSize(width: 3, height: 2))), to: "tiny.png")
    let tiny = try place.run(
      "make", "tiny.png", "1.jpg", "--zoom", "1=10", "-o", "tiny.jpg", "--quiet")
    #expect(tiny.exitCode == 0 && tiny.error == "", "\(tiny)")
  }

  @Test func `a face stays in the part that is shown, or it is told`() throws {
    let face = Region(x: 0.05, y: 0.6, width: 0.1, height: 0.2)
    let jpeg = Picture.sampleJPEG(2, Self.size)
    try place.folder.write(JPEGFile.declaring([face], in: jpeg), to: "face.jpg")
    func plan(_ zoom: String) throws -> Outcome {
      try place.run(
        "make", "1.jpg", "face.jpg", "--layout", "columns", "--canvas", "480x240px", "--gap", "0",
        "--margin", "0", "--dry-run", "--zoom", "2=\(zoom)")
    }
    let found = try plan("2")
    let crop = try #require(try Report.Layout(found.output).photos.last).crop
    #expect(crop.width == 120 && crop.x <= 24 && crop.y <= 144 && crop.y + crop.height >= 192)
    #expect(!found.error.contains("a face is cut"), "\(found.error)")
    let closer = try plan("9")
    #expect(
      closer.error.contains("face.jpg: warning: a face is cut; a smaller --zoom 2=N shows more\n"),
      "\(closer.error)")
  }

  @Test func `a collage with a zoom is opened and made again, and is the same job`() throws {
    let options = ["--zoom", "1=1.5", "--focus", "1=0.4,0.7", "-o", "first.png"]
    let made = try place.run(Self.make + options)
    #expect(made.exitCode == 0, "\(made)")
    let opened = try place.run(
      ["prompt", "--reopen", "first.png"], input: .text("zoom 1\nsave again.png\n"))
    #expect(opened.exitCode == 0 && opened.output.contains("zoom of photo 1: 1.5"), "\(opened)")
    #expect(opened.output.hasSuffix("\n\(made.id)\n"))
    let line =
      #"{"photos": [{"path": "quarters.png", "zoom": 1.5, "focus": [0.4, 0.7]}, "1.jpg"], "#
      + #""layout": "columns", "canvas": "480x240px", "gap": 0, "margin": 0, "#
      + #""output": "first.png"}"#
    let batch = try place.run(["batch", "-"], input: .text(line + "\n"))
    #expect(batch.output.contains(#""status":"unchanged""#), "\(batch)")
  }

  @Test func `a photo that is kept whole isn't zoomed, and numbers out of range are refused`()
    throws
  {
    let whole = try place.run(
      Self.make + ["--keep-whole", "1", "--zoom", "1=2", "--layout", "mosaic", "-o", "out.png"])
    #expect(
      whole.error.contains("photo 1 is kept whole, so its zoom changes nothing\n"), "\(whole)")
    for zoom in ["0.5", "11", "x"] {
      let refused = try place.run(Self.make + ["--zoom", "1=\(zoom)", "--dry-run"])
      #expect(refused.exitCode == 64 && refused.error.contains("must be a number from 1 to 10"))
    }
  }

  @Test func `keys zoom while photos are arranged, and u takes it back`() throws {
    let prompt = try PromptTerminal(
      in: place.folder,
      look: ["--layout", "columns", "--canvas", "480x240"],
      ["--preview", "off", "quarters.png", "1.jpg"], columns: 100, title: "2 photos")
    try prompt.send("\u{14}")
    try prompt.wait { $0.promptRow == "photo 1: quarters.png" }
    try prompt.send("zz")
    try prompt.wait { $0.promptRow == "photo 1: quarters.png · zoom 1.56" }
    try prompt.send("kh")
    try prompt.wait { $0.promptRow.contains("focus ") && $0.promptRow.contains("zoom 1.56") }
    try prompt.send("ZZ")
    try prompt.wait { !$0.promptRow.contains("zoom") }
    try prompt.send("Z")
    try prompt.wait { $0.text.contains("zoom 1 already shows as much as the frame can") }
    try prompt.send("uu")
    try prompt.wait { $0.promptRow.contains("zoom 1.56") }
    try prompt.send("wz")
    try prompt.wait { $0.text.contains("photo 1 is kept whole; w crops it again") }
  }
}
