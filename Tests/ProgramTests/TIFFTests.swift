import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// TIFF photos, from their files to the collage's pixels.
@Suite(.waiting, .enabled(if: SandboxedDecoding.hasTIFF, "needs libtiff"))
struct TIFFTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func fixture(_ name: String) -> String {
    Fixtures.path(of: FilePath("tiff/\(name).tif")).string
  }

  private func quarters(_ picture: Raster) -> [Colour] {
    // The second of the two copies ends at the right edge.
    let (right, bottom) = (picture.size.width / 2 - 2, picture.size.height - 2)
    return [picture[1, 1], picture[right, 1], picture[1, bottom], picture[right, bottom]]
  }

  private static let colours = [Colour.pureRed, .pureGreen, .pureBlue, .white]

  @Test(arguments: ["rgb", "planar-tiled-big", "inks"])
  func `strips, tiles, planes, 16 bits, BigTIFF and inks give the same picture`(name: String) throws
  {
    let picture = try place.collage(of: fixture(name), 16, 12)
    #expect(quarters(picture) == Self.colours)
    #expect(picture[7, 5] == .pureRed && picture[8, 5] == .pureGreen && picture[8, 6] == .white)
  }

  @Test func `its tags turn it, and say when it was taken`() throws {
    try place.folder.write(try Fixtures.read("tiff/orientation-6.tif"), to: "a.tif")
    #expect(try place.run("find", "format:tiff", "portrait").answer == .done("./a.tif\n"))
    let picture = try place.collage(of: fixture("orientation-6"), 12, 16)
    #expect(quarters(picture) == [.pureBlue, .pureRed, .white, .pureGreen])
  }

  @Test(arguments: ["associated", "unassociated"])
  func `transparent pixels show the background, multiplied by alpha or not`(name: String) throws {
    let picture = try place.collage(
      of: fixture(name), 16, 12, options: ["--background", "#000000"])
    let half = Colour(red: 128, green: 128, blue: 128)
    let wanted = [
      .pureRed, Colour(red: 0, green: 128, blue: 0), Colour(red: 0, green: 0, blue: 128), half,
    ]
    for (found, colour) in zip(quarters(picture), wanted) {
      #expect(found.difference(from: colour) <= 2)
    }
  }

  @Test func `grey may be inverted, and pixels may be bits`() throws {
    let grey = quarters(try place.collage(of: fixture("grey-white-is-zero"), 16, 12))
    #expect(
      grey[3] == .white && grey[0].difference(from: Colour(red: 76, green: 76, blue: 76)) <= 2)
    #expect(quarters(try place.collage(of: fixture("bilevel"), 16, 12))[3] == .white)
  }

  @Test func `a tile with too many bytes shows no memory of others`() throws {
    // The first tile of 16x16 pixels is coded as a thousand of them.
    let picture = try place.collage(of: fixture("long-tile"), 32, 16)
    #expect(picture[0, 0] == .grey(200) && picture[20, 8] == .grey(100))
    #expect([.grey(200), .black].contains(picture[14, 14]))
  }

  @Test func `of several pages the first is shown, with a warning`() throws {
    let path = fixture("pages")
    let warning = "collage: \(path): warning: only the first of its pages is used\n"
    #expect(quarters(try place.collage(of: path, 16, 12, warning: warning)) == Self.colours)
  }

  @Test(arguments: [
    ("float", "floating-point samples, 32 bits a sample"),
    ("complex", "complex samples, 64 bits a sample"), ("long", "32 bits a sample"),
    ("jbig", "JBIG compression"),
  ])
  func `what isn't read is refused by name`(name: String, reason: String) throws {
    try place.expectNothingChanges(
      by: Workplace.make + ["1.jpg", fixture(name)],
      .failed(
        65,
        "\(fixture(name)): unsupported: \(reason); save it as an ordinary 8-bit JPEG or as PNG"))
  }

  @Test(arguments: ["rgb", "planar-tiled-big", "associated"])
  func `a truncated photo is refused, and nothing is left`(_ name: String) throws {
    let whole = try Fixtures.read(FilePath("tiff/\(name).tif"))
    for count in [4, 8, 12, whole.count / 2, whole.count - 100] {
      try place.folder.write(Array(whole.prefix(count)), to: "short.tif")
      let outcome = try place.make("1.jpg", "short.tif", "-o", "out.png")
      #expect(outcome.exitCode == 65 && outcome.output == "")
      #expect(outcome.error.hasPrefix("collage: short.tif: damaged: ") && outcome.errorLines == 1)
      #expect(try place.folder.names() == ["1.jpg", "2.jpg", "short.tif"])
    }
  }

  @Test(.enabled(if: Tracer.isPossible, "\(Tracer.reason)"))
  func `the library is named with its package when it is missing`() throws {
    let missing = try place.makeWithout(["libtiff.so.6"], fixture("rgb"))
    #expect(missing.exitCode == 65 && missing.errorLines == 1)
    #expect(missing.error.hasSuffix(": its decoder is not installed; install libtiff6\n"))
  }
}
