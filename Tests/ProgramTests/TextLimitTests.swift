import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// How long texts may be.
@Suite(.waiting, .enabled(if: InstalledText.isThere, "\(InstalledText.reason)"))
struct TextLimitTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private static let limit =
    "at most 1000 characters of at most 32 code points each"

  private func run(_ options: String...) throws -> Outcome {
    try place.run(Workplace.make + ["1.jpg", "2.jpg", "-o", "out.png"] + options)
  }

  @Test(arguments: [32, 60_000]) func `a letter with more marks than any is refused with the limit`(
    marks: Int
  ) throws {
    let text = "a" + String(repeating: "\u{301}", count: marks)
    for options in [["--title", text], ["--caption", "1=\(text)"], ["--captions", "{n}\(text)"]] {
      let outcome = try run(options[0], options[1])
      #expect(
        [64, 65].contains(outcome.exitCode) && outcome.error.contains(Self.limit),
        "\(outcome.error.prefix(500))")
      #expect(outcome.error.utf8.count < 1000)
    }
    #expect(try !place.folder.names().contains("out.png"))
  }

  @Test func `as many marks as are allowed are drawn on every letter`() throws {
    let letter = "a" + String(repeating: "\u{301}", count: 31)
    func darkPixels(_ title: String) throws -> Int {
      let outcome = try run(
        "--title", title, "--title-place", "above", "--canvas", "400x200px", "--text-size", "20px",
        "--force")
      #expect(outcome.exitCode == 0, "\(outcome)")
      return try place.picture("out.png").colours.count { $0 == .black }
    }
    // Each letter has its marks above it.
    let plain = try darkPixels("aaaa")
    #expect(try plain > 0 && darkPixels(String(repeating: letter, count: 4)) > plain)
    #expect(try run("--title", String(repeating: letter, count: 1000), "--force").exitCode == 0)
  }
}
