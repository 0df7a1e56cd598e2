import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Fonts that would take much time or memory if their contents were believed. They can only harm
/// the process that draws text, which is killed after some seconds of processor time; the limit
/// here is generous, for slow machines.
@Suite(.waiting, .enabled(if: InstalledText.isThere, "\(InstalledText.reason)"))
struct HostileFontTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func run(_ font: FontBuilder, _ title: String = "abc") throws -> Outcome {
    try place.folder.write(font.file, to: "font.ttf")
    let command = BuiltProgram.command(
      Workplace.make + [
        "1.jpg", "2.jpg", "--canvas", "400x200", "--text-size", "20", "-o", "out.png", "--font",
        "font.ttf", "--title",
        title,
      ],
      in: place.folder)
    return try command.run()
  }

  /// Refused with the font's name before anything is written.
  private func expectRefusal(
    _ font: FontBuilder, _ reasons: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try run(font, String(repeating: "a", count: 900))
    #expect(outcome.exitCode == 65 && outcome.output == "", sourceLocation: sourceLocation)
    #expect(
      reasons.contains { outcome.error == "collage: \($0)\n" }, "\(outcome.error)",
      sourceLocation: sourceLocation)
    #expect(try !place.folder.names().contains("out.png"), sourceLocation: sourceLocation)
  }

  private static let failed = "text can't be drawn with font.ttf: the sandboxed text process "
  private static let tooLong = failed + "took too long and was stopped"
  private static let tooMuch = failed + "asked for more memory than such a picture needs"

  @Test(arguments: [27, 65_535]) func `a font of squares draws them, however many glyphs it has`(
    glyphs: Int
  ) throws {
    var font = FontBuilder(glyphs: glyphs)
    font.substitute([(2, FontBuilder.multiplied(3))])
    #expect(try run(font).exitCode == 0)
    let picture = try place.picture("out.png")
    // The title's em has 32 pixels; a became three.
    let row = (0..<400).map { picture[$0, 32] == .black }
    let squares = zip(row, row.dropFirst()).count { !$0 && $1 }
    #expect(squares == 5)
  }

  @Test func `a lookup that calls itself ends`() throws {
    var font = FontBuilder()
    font.substitute([(6, FontBuilder.calling([0]))])
    #expect(try run(font, String(repeating: "a", count: 900)).exitCode == 0)
    font.substitute([(6, FontBuilder.calling(Array(repeating: 0, count: 64)))])
    #expect([0, 65].contains(try run(font, String(repeating: "a", count: 900)).exitCode))
  }

  @Test func `a letter that becomes more and more of itself is refused`() throws {
    var font = FontBuilder()
    font.substitute(Array(repeating: (2, FontBuilder.multiplied(2)), count: 30))
    try expectRefusal(font, Self.tooMuch, Self.tooLong)
    font.substitute(
      [(6, FontBuilder.calling([1, 0, 0]))] + [(2, FontBuilder.multiplied(100))])
    try expectRefusal(font, Self.tooMuch, Self.tooLong)
  }

  @Test func `a glyph of millions of others ends`() throws {
    var font = FontBuilder()
    font.nestLetters()
    #expect([0, 65].contains(try run(font).exitCode))
  }

  @Test
  func `a picture in a font that can't be or inflates to too much is refused or not inflated`()
    throws
  {
    let damaged = "font.ttf: a picture in it is damaged; choose another font"
    var font = FontBuilder()
    for side in [1025, 1_000_000, Int(Int32.max)] {
      let header = PNGFile.header(side, side, .rgba)
      font.draw(PNGFile.file([header, PNGFile.chunk("IDAT", [0x78, 0x01]), PNGFile.end]))
      try expectRefusal(font, damaged)
    }
    let black = PNGFile.black(64, 64)
    font.draw(Array(black.dropLast(30)))
    try expectRefusal(font, damaged)
    font.draw(black)
    #expect(try run(font, "a").exitCode == 0)
    for (type, start) in [("iCCP", "p\0\0"), ("zTXt", "t\0\0")] {
      font.draw(
        PNGFile.inserting(
          PNGFile.chunk(type, Array(start.utf8) + Zlib.zeros(256 << 20)), into: black))
      let outcome = try run(font, "a")
      #expect([0, 65].contains(outcome.exitCode) && outcome.peakBytes < 128 << 20)
    }
  }
}
