import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// JPEG XL photos, from their files to the collage's pixels.
@Suite(.waiting, .enabled(if: SandboxedDecoding.hasJXL, "needs libjxl"))
struct JXLTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func fixture(_ name: String) -> String {
    Fixtures.path(of: FilePath("jxl/\(name).jxl")).string
  }

  private func expectQuarters(
    _ picture: Raster, _ colours: [Colour], tolerance: Int = 0
  ) {
    // The second of the two copies ends at the right edge.
    let (right, bottom) = (picture.size.width / 2 - 2, picture.size.height - 2)
    let found = [picture[1, 1], picture[right, 1], picture[1, bottom], picture[right, bottom]]
    for (colour, wanted) in zip(found, colours) {
      #expect(colour.difference(from: wanted) <= tolerance, "\(found)")
    }
  }

  @Test func `a lossless photo keeps every pixel, and a lossy one nearly`() throws {
    let picture = try place.collage(of: fixture("lossless"), 16, 12)
    #expect(picture[7, 5] == .pureRed && picture[8, 5] == .pureGreen && picture[8, 6] == .white)
    expectQuarters(picture, [.pureRed, .pureGreen, .pureBlue, .white])
    let lossy = try place.collage(of: fixture("lossy"), 16, 12)
    expectQuarters(lossy, [.pureRed, .pureGreen, .pureBlue, .white], tolerance: 30)
  }

  @Test func `it is turned once, by its codestream, and its compressed EXIF has the date`() throws {
    try place.folder.write(try Fixtures.read("jxl/orientation-6.jxl"), to: "a.jxl")
    #expect(
      try place.run("find", "format:jxl", "date:2019-07-06", "portrait").answer
        == .done("./a.jxl\n"))
    let picture = try place.collage(of: fixture("orientation-6"), 48, 64)
    expectQuarters(picture, [.pureBlue, .pureRed, .white, .pureGreen], tolerance: 6)
  }

  @Test func `transparent pixels show the background`() throws {
    let picture = try place.collage(
      of: fixture("alpha"), 16, 12, options: ["--background", "#000000"])
    expectQuarters(
      picture,
      [
        .pureRed, Colour(red: 0, green: 128, blue: 0), Colour(red: 0, green: 0, blue: 128),
        Colour(red: 128, green: 128, blue: 128),
      ], tolerance: 2)
  }

  @Test func `an animation shows its first picture, with a warning`() throws {
    let path = fixture("animation")
    let warning = "collage: \(path): warning: only the first frame of its animation is used\n"
    let picture = try place.collage(of: path, 16, 12, warning: warning)
    expectQuarters(picture, [.pureRed, .pureGreen, .pureBlue, .white])
  }

  @Test func `floating-point samples are refused by name`() throws {
    try place.expectNothingChanges(
      by: Workplace.make + ["1.jpg", fixture("float")],
      .failed(
        65,
        "\(fixture("float")): unsupported: floating-point samples, 32 bits a sample; "
          + "save it as an ordinary 8-bit JPEG or as PNG"))
  }

  @Test(arguments: ["lossless", "lossy", "alpha", "orientation-6"])
  func `a truncated photo is refused, and nothing is left`(_ name: String) throws {
    let whole = try Fixtures.read(FilePath("jxl/\(name).jxl"))
    // Two bytes are a signature only without a container.
    let least = whole.starts(with: [0xFF, 0x0A]) ? 2 : 12
    for count in [least, 12, 30, whole.count / 2, whole.count * 3 / 4] {
      try place.folder.write(Array(whole.prefix(count)), to: "short.jxl")
      let outcome = try place.make("1.jpg", "short.jxl", "-o", "out.png")
      #expect(outcome.exitCode == 65 && outcome.output == "")
      #expect(outcome.error.hasPrefix("collage: short.jxl: damaged: ") && outcome.errorLines == 1)
      #expect(try place.folder.names() == ["1.jpg", "2.jpg", "short.jxl"])
    }
  }

  @Test(.enabled(if: Tracer.isPossible, "\(Tracer.reason)"))
  func `the library is named with its package when it is missing`() throws {
    let libraries = (7...11).map { "libjxl.so.0.\($0)" }
    let missing = try place.makeWithout(libraries, fixture("lossless"))
    #expect(missing.exitCode == 65 && missing.errorLines == 1)
    #expect(
      missing.error.hasSuffix(": its decoder is not installed; install libjxl0.7 or libjxl0.11\n"))
  }
}

extension Workplace {
  /// The collage of a photo beside itself, at its own size.
  func collage(
    of path: String, _ width: Int, _ height: Int, options: [String] = [], warning: String = ""
  ) throws -> Raster {
    let outcome = try run(
      [
        "make", path, path, "--layout", "grid", "--canvas", "\(2 * width)x\(height)px", "-o",
        "out.png", "--gap", "0", "--margin", "0", "--force",
      ] + options)
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    let lines = outcome.error.split(separator: "\n").filter { !$0.hasSuffix("will look soft") }
    #expect(lines.map { $0 + "\n" }.joined() == warning)
    return try picture("out.png")
  }

  /// What `make` says where none of these libraries is found.
  func makeWithout(
    _ libraries: [String], _ path: String, output: String = "out.png"
  ) throws -> Outcome {
    let folders = ["/lib", "/usr/lib"].flatMap { root in
      ["x86_64", "aarch64"].map { "\(root)/\($0)-linux-gnu/" }
    }
    let command = BuiltProgram.command(
      ["make", path, "--any-count", "-o", output], in: folder)
    return try Tracer.command(
      command, calls: "openat", fault: "error=ENOENT",
      files: folders.flatMap { folder in libraries.map { FilePath(folder + $0) } }
    ).run()
  }
}
