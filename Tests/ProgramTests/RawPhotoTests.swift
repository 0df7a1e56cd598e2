import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Cameras' raw files, which are shown by their embedded JPEG.
@Suite(.waiting) struct RawPhotoTests {
  let place: Workplace
  private static let size = PixelSize(width: 64, height: 48)
  private static let jpeg = Picture.sampleJPEG(3, size)
  private static let raw = RawFileBuilder(
    full: jpeg, small: Picture.sampleJPEG(4, PixelSize(width: 16, height: 12)))

  init() throws { place = try Workplace() }

  private static let warning =
    "warning: only its embedded preview of 64x48 pixels is used, not the raw data"

  @Test(arguments: RawFileBuilder.kinds.map(\.name).indices)
  func `a raw file gives the picture of its preview, with a warning`(kind: Int) throws {
    let (name, bytes) = RawFileBuilder.kinds[kind]
    try place.folder.write(bytes(Self.raw), to: FilePath(name))
    try place.folder.write(Self.jpeg, to: "preview.jpg")
    let made = try place.make("1.jpg", name, "-o", "raw.png")
    #expect(made.answer == .done("\(made.id)\n", saying: "\(name): \(Self.warning)"))
    #expect(try place.make("1.jpg", "preview.jpg", "-o", "jpeg.png").exitCode == 0)
    #expect(try place.picture("raw.png").difference(from: place.picture("jpeg.png")) == 0)
  }

  @Test func `the layout knows a raw file's format, size and orientation`() throws {
    var raw = Self.raw
    raw.orientation = 8
    try place.folder.write(raw.nef, to: "a.nef")
    let layout = try Report.Layout(try place.make("1.jpg", "a.nef", "--dry-run").output)
    let photo = try #require(layout.photos.last)
    #expect(photo.format == "raw")
    #expect(photo.size.width == 48 && photo.size.height == 64)
    #expect(photo.orientation == 8)
  }

  @Test func `a search finds raw files by format, date and shape`() throws {
    try place.folder.write(Self.raw.arw, to: "a.arw")
    try place.folder.write(
      TIFFBuilder([[(0x0103, .short(1)), (0x0106, .short(2))]]).bytes, to: "scan.tif")
    #expect(
      try place.run("find", "format:raw", "date:2024-07-15", "landscape").answer
        == .done("./a.arw\n"))
    #expect(try place.run("find").answer == .done("./1.jpg\n./2.jpg\n./a.arw\n./scan.tif\n"))
  }

  @Test func `an ordinary TIFF, and a raw file without a JPEG, are told as what they are`() throws {
    let tiff = TIFFBuilder([[(0x0103, .short(1)), (0x0106, .short(2)), (0x010F, .text("Maker"))]])
      .bytes
    try place.folder.write(tiff, to: "scan.tif")
    try place.expectNothingChanges(
      by: Workplace.make + ["1.jpg", "scan.tif"],
      .failed(
        65,
        "scan.tif: damaged: its directory doesn't say how large the picture is; use another copy"))
    var raw = Self.raw
    (raw.full, raw.small) = (raw.sensorData, raw.sensorData)
    for (name, bytes) in RawFileBuilder.kinds {
      try place.folder.write(bytes(raw), to: FilePath(name))
      try place.expectNothingChanges(
        by: Workplace.make + ["1.jpg", name],
        .failed(
          65,
          "\(name): unsupported: a raw file without a JPEG preview; save it as an ordinary 8-bit JPEG or as PNG"
        ))
    }
  }

  @Test func `a preview that lost pixels is refused, unless the damage is allowed`() throws {
    let nef = Self.raw.nef
    let place = self.place
    let scan = nef.firstRange(of: Self.jpeg)!.lowerBound + JPEGFile.scanData(of: Self.jpeg)
    var damaged = nef
    for index in stride(from: scan + 100, to: scan + 130, by: 2) {
      damaged.replaceSubrange(index...index + 1, with: [0xFF, 0])
    }
    try place.folder.write(damaged, to: "a.nef")
    let refused = try place.make("1.jpg", "a.nef")
    #expect(refused.exitCode == 65)
    #expect(refused.error.hasPrefix("collage: a.nef: damaged: "))
    let taken = try place.make("1.jpg", "a.nef", "--allow-damaged")
    #expect(taken.exitCode == 0)
    #expect(taken.errorLines == 1)
    #expect(taken.error.hasPrefix("collage: a.nef: \(Self.warning); "))
  }

  @Test func `a collage of raw files is made again from its recipe`() throws {
    try place.folder.write(Self.raw.dng, to: "a.dng")
    try place.folder.write(Self.raw.cr3, to: "b.cr3")
    let made = try place.make("a.dng", "b.cr3")
    #expect(made.exitCode == 0)
    #expect(
      try place.run("library", "show", made.id).output.contains(try place.digest(of: "a.dng")))
    let again = try place.run("library", "remake", made.id, "--format", "png", "--in", ".")
    #expect(again.exitCode == 0)
    #expect(again.id != "" && again.id != made.id)
  }

  @Test func `a batch takes raw files, and its jobs warn`() throws {
    try place.folder.write(Self.raw.cr2, to: "a.cr2")
    let manifest = #"{"photos": ["1.jpg", "a.cr2"], "canvas": "40x20px"}"# + "\n"
    let outcome = try place.run(["batch", "-"], input: .bytes(Array(manifest.utf8)))
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("only its embedded preview of 64x48 pixels"))
  }
}
