import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Plain bars along the sides of photos, which `--trim` leaves out, by the built program.
@Suite(.waiting) struct TrimTests {
  let place: Workplace
  /// Its bars' widths: above, below, left, right.
  private static let photo = Picture.sample(1, PixelSize(width: 600, height: 400))
  private static let dark = Colour(red: 0, green: 0, blue: 0)

  init() throws { place = try Workplace(photos: 0) }

  private static func barred(
    _ bars: FrameInsets, _ colour: Colour = dark, around photo: Raster = photo
  ) -> Raster {
    let size = PixelSize(
      width: photo.size.width + bars.left + bars.right,
      height: photo.size.height + bars.top + bars.bottom)
    return Raster(size: size) { x, y in
      let (x, y) = (x - bars.left, y - bars.top)
      let isInside = (0..<photo.size.width).contains(x) && (0..<photo.size.height).contains(y)
      return isInside ? photo[x, y] : colour
    }
  }

  private func write(_ raster: Raster, to name: FilePath) throws {
    try place.folder.write(Picture.png(raster), to: name)
  }

  private func made(_ arguments: String...) throws -> Raster {
    let outcome = try place.run(
      [
        "make", "--any-count", "--gap", "0", "--margin", "0", "--canvas", "300x200", "-o",
        "out.png",
      ]
        + arguments)
    #expect(outcome.exitCode == 0 && outcome.error == "", "\(outcome.error)")
    return try place.picture("out.png")
  }

  @Test func `a letterbox, margins and a scan's edge are left out, and nothing else`() throws {
    let bars: [FrameInsets] = [
      FrameInsets(left: 0, top: 80, right: 0, bottom: 80),
      FrameInsets(left: 90, top: 0, right: 90, bottom: 0),
      FrameInsets(left: 30, top: 30, right: 30, bottom: 60),
      FrameInsets(left: 0, top: 0, right: 40, bottom: 0),
    ]
    for bars in bars {
      try write(Self.barred(bars), to: "barred.png")
      // A pixel beside each bar goes with it.
      let (left, top) = (min(bars.left, 1), min(bars.top, 1))
      let rest = PixelRect(
        x: left, y: top, width: 600 - left - min(bars.right, 1),
        height: 400 - top - min(bars.bottom, 1))
      try write(Self.photo.cropped(rest), to: "rest.png")
      #expect(try made("--trim", "barred.png").difference(from: made("rest.png")) == 0, "\(bars)")
      #expect(try made("barred.png").difference(from: made("rest.png")) != 0)
    }
  }

  @Test func `a turned photo is trimmed as well`() throws {
    let bars = FrameInsets(left: 0, top: 80, right: 0, bottom: 80)
    try write(Self.barred(bars), to: "barred.png")
    try write(Self.photo.cropped(PixelRect(x: 0, y: 1, width: 600, height: 398)), to: "rest.png")
    for turn in ["right", "left", "180"] {
      let trimmed = try made("--trim", "--turn", "1=\(turn)", "barred.png")
      #expect(try trimmed.difference(from: made("--turn", "1=\(turn)", "rest.png")) == 0)
    }
  }

  @Test func `a thing before a white wall keeps its wall, and that is said`() throws {
    let white = Colour(red: 255, green: 255, blue: 255)
    let thing = Raster(size: PixelSize(width: 600, height: 400)) { x, y in
      let (across, down) = (x - 300, y - 200)
      return across * across + down * down < 120 * 120
        ? Colour(red: 160, green: 40, blue: 30) : white
    }
    try write(thing, to: "thing.png")
    let outcome = try place.run(
      "make", "--any-count", "--trim", "--canvas", "300x200", "-o", "out.png", "thing.png")
    #expect(outcome.exitCode == 0)
    #expect(outcome.error == "collage: warning: no photo has plain bars to trim\n")
    let plain = try place.run(
      "make", "--any-count", "--canvas", "300x200", "-o", "plain.png", "thing.png")
    #expect(plain.exitCode == 0)
    #expect(try place.picture("out.png").difference(from: place.picture("plain.png")) == 0)
  }

  @Test func `an explanation says where trimming would help, and what it left out`() throws {
    try write(Self.barred(FrameInsets(left: 0, top: 100, right: 0, bottom: 100)), to: "barred.png")
    try write(Self.photo, to: "photo.png")
    let advised = try place.run(
      "make", "--dry-run", "--explain", "photo.png", "barred.png")
    #expect(advised.error.contains("bars: photo 2: 33.7% of it; --trim leaves them out\n"))
    let trimmed = try place.run(
      "make", "--dry-run", "--explain", "--trim", "photo.png", "barred.png")
    #expect(trimmed.error.contains("bars: photo 2: 33.7% of it, left out\n"))
    let layout = try Report.Layout(trimmed.output)
    #expect(layout.photos.allSatisfy { $0.cropped < 0.08 })
  }

  @Test func `a collage is made again from what was left, and not without the photo`() throws {
    try write(Self.barred(FrameInsets(left: 50, top: 80, right: 50, bottom: 80)), to: "barred.png")
    try write(Self.photo, to: "photo.png")
    let made = try place.run("make", "--library", "shelf", "--trim", "photo.png", "barred.png")
    #expect(made.exitCode == 0, "\(made.error)")
    let again = try place.run("library", "remake", made.id, "--library", "shelf", "--in", ".")
    #expect(again.exitCode == 0 && again.id == made.id, "\(again.error)")
    try place.folder.remove("barred.png")
    let missing = try place.run("library", "remake", made.id, "--library", "shelf", "--in", ".")
    #expect(missing.exitCode != 0 && missing.error.contains("barred.png"), "\(missing.error)")
  }
}
