import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Titles and captions if libraries for them aren't installed, and collages that need none.
@Suite(.waiting, .enabled(if: InstalledText.isThere, "\(InstalledText.reason)"))
struct MissingTextLibraryTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func command(_ options: [String]) -> ChildProcess {
    BuiltProgram.command(
      Workplace.make + ["1.jpg", "2.jpg", "-o", "out.png", "--force"] + options, in: place.folder)
  }

  /// The outcome if the loader's attempts to open a library fail.
  private func traced(_ library: String, _ fault: String, _ options: [String]) throws -> Outcome {
    let folders = ["/lib", "/usr/lib"].flatMap { root in
      ["x86_64", "aarch64"].map { "\(root)/\($0)-linux-gnu/" }
    }
    return try Tracer.command(
      command(options), calls: "openat", fault: fault, files: folders.map { FilePath($0 + library) }
    ).run()
  }

  @Test(
    .enabled(if: Tracer.isPossible, "\(Tracer.reason)"),
    arguments: ["libharfbuzz.so.0", "libfribidi.so.0"])
  func `a library is loaded for text only, and named with its package when it is missing`(
    library: String
  ) throws {
    let missing =
      "the library that draws it is not installed; install libharfbuzz0b and libfribidi0"
    #expect(
      try traced(library, "error=ENOENT", ["--title", "Rome"]).answer
        == .failed(69, "text can't be drawn: \(missing)"))
    #expect(try !place.folder.names().contains("out.png"))
    for options in [[], ["--captions", "title", "--text-size", "20", "--font", "DejaVu Sans"]] {
      #expect(try traced(library, "signal=KILL", options).exitCode == 0)
    }
  }

  @Test
  func
    `fontconfig is loaded for names of fonts and missing characters, and why it can't be is told`()
    throws
  {
    func run(_ options: String...) throws -> Outcome {
      var command = command(options)
      command.environment["LD_LIBRARY_PATH"] = place.folder.path(of: "libraries").string
      return try command.run()
    }
    try place.folder.makeFolder("libraries")
    try place.folder.write([], to: "libraries/libfontconfig.so.1")
    let library = place.folder.path(of: "libraries/libfontconfig.so.1")
    let message =
      "fontconfig, which finds fonts, can't be loaded: \(library): file too short; give a font file"
    #expect(try run("--title", "Rome", "--font", "DejaVu Sans").answer == .failed(69, message))
    #expect(try run("--title", "a\u{10FFFD}").answer == .failed(69, message))
    #expect(try !place.folder.names().contains("out.png"))
    #expect(try run("--title", "Rome").exitCode == 0)
    #expect(
      try run("--title", "Rome", "--font", "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf")
        .exitCode == 0)
  }
}
