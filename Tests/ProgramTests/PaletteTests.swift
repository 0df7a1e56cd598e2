import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Collages for e-ink screens.
@Suite(.waiting) struct PaletteTests {
  let place: Workplace

  init() throws { place = try Workplace(photos: 2) }

  private func colours(_ name: FilePath) throws -> [Colour] {
    try place.picture(name).colours
  }

  @Test(arguments: ["spectra6", "acep", "grey4"])
  func `a PNG has only the screen's colours, and from afar those of the photos`(name: String) throws
  {
    let palette = try #require(ScreenPalette(rawValue: name))
    let make = ["make", "1.jpg", "2.jpg", "--canvas", "240x160px", "--tone", "grey", "--quiet"]
    let plain = try place.run(make + ["-o", "plain.png"])
    let made = try place.run(make + ["--palette", name, "-o", "screen.png"])
    #expect(made.exitCode == 0 && plain.exitCode == 0 && made.error == "", "\(made)")
    let shown = try colours("screen.png")
    #expect(Set(shown).isSubset(of: palette.colours) && Set(shown).count > 1, "\(Set(shown))")
    func light(_ colours: [Colour]) -> Double {
      colours.map { colour in
        0.2126 * SRGB.linear(Double(colour.red) / 255)
          + 0.7152 * SRGB.linear(Double(colour.green) / 255)
          + 0.0722 * SRGB.linear(Double(colour.blue) / 255)
      }.reduce(0, +) / Double(colours.count)
    }
    #expect(abs(light(shown) - light(try colours("plain.png"))) < 0.01)
    // The same again, by however many threads, and from its recipe.
    let again = try place.run(
      make + ["--palette", name, "-o", "screen.png", "--force", "--jobs", "1"])
    #expect(again.id == made.id)
    let reopened = try place.run(
      ["prompt", "--reopen", "screen.png"], input: .text("save b.png\n"))
    #expect(reopened.id == made.id, "\(reopened)")
  }

  @Test func `what has one of the colours keeps it`() throws {
    let made = try place.run(
      "make", "1.jpg", "2.jpg", "--canvas", "240x160px", "--background", "red", "--margin", "20",
      "--palette", "spectra6", "-o", "screen.png", "--quiet")
    #expect(made.exitCode == 0, "\(made)")
    let picture = try place.picture("screen.png")
    for y in 0..<20 {
      for x in 0..<240 { #expect(picture[x, y] == .pureRed) }
    }
  }

  @Test func `without a name it is a PNG, and no other format is written`() throws {
    let make = ["make", "1.jpg", "2.jpg", "--canvas", "120x80px", "--palette", "acep"]
    let saved = try place.run(make + ["--library", "lib"])
    let path = try place.run("library", "path", String(saved.id.prefix(12)), "--library", "lib")
    #expect(path.output.hasSuffix(".png\n"), "\(path)")
    try place.expectNothingChanges(
      by: make + ["-o", "a.jpg"],
      .failed(
        64,
        "a JPEG doesn't keep the colours of a palette; write a PNG, whose name ends in .png"))
    try place.expectNothingChanges(
      by: make + ["-o", "a.png", "--background", "transparent"],
      .failed(64, "the colours of a palette are opaque; choose another background"))
  }

  @Test func `the next picture of a frame has them, too`() throws {
    try place.folder.makeFolder("photos")
    for name in ["1.jpg", "2.jpg"] {
      try place.folder.write(try place.folder.read(FilePath(name)), to: FilePath("photos/\(name)"))
    }
    let next = try place.run(
      "next", "photos", "--state", "state", "-o", "current.png", "--canvas", "160x96px",
      "--palette", "spectra6", "--quiet")
    #expect(next.exitCode == 0, "\(next)")
    #expect(Set(try colours("current.png")).isSubset(of: ScreenPalette.spectra6.colours))
  }
}
