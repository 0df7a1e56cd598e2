import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// How the program treats one file of `Fixtures/damaged`.
struct DamagedFixture: Sendable, CustomTestStringConvertible {
  let name: String
  let exitCode: Int32
  /// The one line on standard error without the names of the program and the file; nil if there is
  /// none.
  let message: String?
  /// Whether it is accepted with `--allow-damaged`.
  let isAllowable: Bool

  var testDescription: String { name }

  /// A file that is accepted, with or without a warning.
  static func taken(_ name: String, warning: String?) -> DamagedFixture {
    DamagedFixture(
      name: name, exitCode: 0, message: warning.map { "warning: \($0)" }, isAllowable: true)
  }

  /// A file that is refused, whatever the options.
  static func refused(_ name: String, _ message: String) -> DamagedFixture {
    DamagedFixture(name: name, exitCode: 65, message: message, isAllowable: false)
  }

  /// A file that is refused unless damage is allowed.
  static func allowable(_ name: String, _ reason: String) -> DamagedFixture {
    DamagedFixture(
      name: name, exitCode: 65,
      message: "damaged: \(reason); use --allow-damaged to keep the intact part",
      isAllowable: true)
  }

  private static let another = "use another copy"
  private static let advice = "save it as an ordinary 8-bit JPEG or as PNG"

  static let all = [
    refused("bad-adler.png", "damaged: IDAT: incorrect data check; \(another)"),
    taken("bad-ancillary-crc.png", warning: "gAMA: CRC error"),
    refused("empty.jpg", "this is an empty file, not a picture; leave it out"),
    refused("endless-chunk.png", "damaged: the file ends too soon; \(another)"),
    refused("flipped-crc.png", "damaged: IDAT: CRC error; \(another)"),
    refused("gif-named.jpg", "this is a GIF file, which can't be read; convert it first"),
    taken("junk-before-marker.jpg", warning: "5 extraneous bytes before marker 0xe2"),
    refused("lossless.jpg", "unsupported: JPEG process: SOF type 0xc3; \(advice)"),
    taken("missing-eoi.jpg", warning: "the end of the file is missing"),
    taken("orientation-9.jpg", warning: nil),
    allowable("stray-marker.jpg", "premature end of data segment"),
    refused(
      "ten-gigapixels.png",
      "100000x100000 pixels exceed the limit of 268402689; raise it with --max-pixels"),
    refused("text-named.png", "this is a text file, not a picture; leave it out"),
    allowable("truncated.jpg", "premature end of data segment"),
    refused("truncated.png", "damaged: the file ends too soon; \(another)"),
    refused("twelve-bit.jpg", "unsupported: JPEG data precision 12; \(advice)"),
  ]
}

@Suite(.waiting, .timeLimit(.minutes(20)))
struct DamagedFixtureTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func make(_ fixture: DamagedFixture, _ options: String...) throws -> Outcome {
    let command = ["make", "--canvas", "48x36px", "-o", "made.png"] + options
    return try BuiltProgram.command(command + [fixture.name, "whole.png"], in: folder).run()
  }

  @Test(arguments: DamagedFixture.all)
  func `a damaged photo is turned away, or taken with one warning`(_ fixture: DamagedFixture) throws
  {
    try folder.write(
      try Fixtures.read(FilePath("damaged/\(fixture.name)")), to: FilePath(fixture.name))
    try folder.write(try Fixtures.read("photos/dunes.png"), to: "whole.png")
    let before = try folder.snapshot()

    let outcome = try make(fixture)
    #expect(outcome.exitCode == fixture.exitCode)
    #expect(outcome.error == (fixture.message.map { "collage: \(fixture.name): \($0)\n" } ?? ""))
    #expect(outcome.output.isEmpty == (fixture.exitCode != 0))
    if fixture.exitCode != 0 { #expect(try folder.snapshot() == before) }

    let allowed = try make(fixture, "--allow-damaged")
    #expect((allowed.exitCode == 0) == fixture.isAllowable)
  }

  @Test func `every damaged file has its expectation`() throws {
    #expect(try Fixtures.names(in: "damaged") == DamagedFixture.all.map(\.name))
  }
}
