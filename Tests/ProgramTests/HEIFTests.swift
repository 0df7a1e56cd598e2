import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// HEIC and AVIF photos, from their files to the collage's pixels.
@Suite(.waiting, .enabled(if: SandboxedDecoding.hasHEIF, "\(SandboxedDecoding.heifReason)"))
struct HEIFTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func fixture(_ name: String) -> String {
    Fixtures.path(of: FilePath("heif/\(name)")).string
  }

  /// The collage of a photo beside itself, at its own size.
  private func collage(of path: String, _ width: Int, _ height: Int) throws -> Raster {
    let outcome = try place.run(
      "make", path, path, "--layout", "grid", "--canvas", "\(2 * width)x\(height)px", "-o",
      "out.png")
    #expect(outcome.exitCode == 0 && outcome.error == "")
    return try place.picture("out.png")
  }

  @Test(.enabled(if: Corpus.hasFormats, "needs the test pictures in ../shared/corpus-formats"))
  func `a damaged photo gives the same answer in every run, whatever its decoder leaves out`()
    throws
  {
    var bytes = try Corpus.formats.appending("heic/struct/pyheif_overlay_1000x680.heic").readFile()
    bytes[33_930] = 0x80
    try place.folder.write(bytes, to: "damaged.heic")
    let answers = try (0..<4).map { _ in
      try? place.folder.remove("out.png")
      let outcome = try place.run(
        "make", "damaged.heic", "damaged.heic", "--long-side", "300", "-o", "out.png")
      let picture = (try? place.folder.read("out.png")) ?? []
      return "\(outcome.answer) \(picture)"
    }
    #expect(Set(answers).count == 1)
  }

  @Test func `a photo of which the decoder leaves parts out is damaged, and these parts are grey`()
    throws
  {
    var bytes = try Fixtures.read("heif/overlay.heic")
    bytes[543] ^= 0x80
    try place.folder.write(bytes, to: "damaged.heic")
    let arguments = [
      "make", "damaged.heic", "--any-count", "--layout", "grid", "--canvas", "48x64", "-o",
      "out.png",
    ]
    #expect(
      try place.run(arguments).answer
        == .failed(
          65,
          "damaged.heic: damaged: parts of a coded picture are missing; use --allow-damaged to keep the intact part"
        ))
    let outcome = try place.run(arguments + ["--allow-damaged"])
    #expect(outcome.exitCode == 0 && outcome.errorLines == 1)
    let picture = try place.picture("out.png")
    // Red where it is whole.
    #expect(picture[20, 20].difference(from: Colour(red: 128, green: 128, blue: 128)) <= 2)
  }

  @Test func `a photo coded in HEVC shows its colours`() throws {
    let picture = try collage(of: fixture("quarters.heic"), 64, 48)
    #expect(
      picture[8, 8].difference(from: .pureRed) <= 2
        && picture[56, 8].difference(from: .pureGreen) <= 2)
    #expect(
      picture[8, 40].difference(from: .pureBlue) <= 2
        && picture[56, 40].difference(from: .white) <= 2)
  }

  @Test func `a grid is cut, cropped, turned and mirrored, whatever else refers to it`() throws {
    let picture = try collage(of: fixture("grid.heic"), 70, 80)
    #expect(
      picture[8, 8].difference(from: .pureRed) <= 2
        && picture[8, 76].difference(from: .pureGreen) <= 2)
    #expect(
      picture[67, 8].difference(from: .pureBlue) <= 2
        && picture[67, 76].difference(from: .white) <= 2)
  }

  @Test func `pictures lie over each other on their canvas`() throws {
    let picture = try collage(of: fixture("overlay.heic"), 96, 64)
    let grey = Colour(red: 128, green: 128, blue: 128)
    #expect(picture[2, 2] == grey && picture[60, 60] == grey && picture[92, 60] == grey)
    #expect(picture[20, 20].difference(from: .pureRed) <= 2)
    #expect(
      picture[76, 20].difference(from: .pureGreen) <= 2
        && picture[93, 20].difference(from: .pureBlue) <= 2)
  }

  @Test func `premultiplied alpha of half the size is scaled and undone`() throws {
    let picture = try collage(of: fixture("alpha.avif"), 64, 64)
    #expect(picture[8, 8].difference(from: Colour(red: 100, green: 50, blue: 20)) <= 2)
    // Half of a colour of twice that strength, over white.
    #expect(picture[56, 8].difference(from: Colour(red: 227, green: 177, blue: 147)) <= 2)
  }

  @Test func `green, blue and red may be coded without a matrix`() throws {
    let picture = try collage(of: fixture("identity.avif"), 64, 64)
    #expect(picture[32, 32].difference(from: Colour(red: 200, green: 98, blue: 89)) <= 2)
  }

  @Test(
    .enabled(if: Tracer.isPossible, "\(Tracer.reason)"),
    arguments: [
      ("quarters.heic", "libde265.so.0", "libdav1d.so.6", "libde265-0"),
      ("alpha.avif", "libdav1d.so.6", "libde265.so.0", "libdav1d6 or libdav1d7"),
    ])
  func `only what decodes a photo is loaded, and named with its package when it is missing`(
    name: String, library: String, other: String, package: String
  ) throws {
    let folders = ["/lib", "/usr/lib"].flatMap { root in
      ["x86_64", "aarch64"].map { "\(root)/\($0)-linux-gnu/" }
    }
    func traced(_ library: String, _ fault: String) throws -> Outcome {
      let command = BuiltProgram.command(
        ["make", fixture(name), "--any-count", "-o", "out.png"], in: place.folder)
      return try Tracer.command(
        command, calls: "openat", fault: fault, files: folders.map { FilePath($0 + library) }
      ).run()
    }
    let missing = try traced(library, "error=ENOENT")
    #expect(missing.exitCode == 65 && missing.errorLines == 1)
    #expect(missing.error.hasSuffix(": its decoder is not installed; install \(package)\n"))
    #expect(try !place.folder.names().contains("out.png"))
    #expect(try traced(other, "signal=KILL").exitCode == 0)
  }

  @Test(arguments: ["quarters.heic", "grid.heic", "alpha.avif"])
  func `a truncated photo is refused, and nothing is left`(_ name: String) throws {
    let whole = try Fixtures.read(FilePath("heif/\(name)"))
    for count in [40, whole.count / 2, whole.count - 3] {
      try place.folder.write(Array(whole.prefix(count)), to: "short.heic")
      let outcome = try place.make("1.jpg", "short.heic", "-o", "out.png")
      #expect(outcome.exitCode == 65)
      #expect(outcome.error.hasPrefix("collage: short.heic: damaged: ") && outcome.errorLines == 1)
      #expect(try place.folder.names() == ["1.jpg", "2.jpg", "short.heic"])
    }
  }
}
