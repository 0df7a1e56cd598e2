import SystemPackage
import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

@Suite(.enabled(if: InstalledText.isThere, "\(InstalledText.reason)"))
struct TextWorkerTests {
  let font: FontFile

  init() throws { font = try InstalledText.dejaVu }

  private func measure(_ text: String) throws -> [TextMeasure] {
    try TextWorker.measure([TextCharacters(text)], in: [font]).measures[0]
  }

  private func width(_ text: String) throws -> Double {
    try measure(text).map(\.advance).reduce(0, +)
  }

  /// The lines, each on a raster of its own colour.
  private func picture(
    _ text: String, _ colour: Colour = .black, on background: Colour = .white,
    in space: ColourSpace = .sRGB
  ) throws -> Raster {
    let characters = TextCharacters(text)
    let raster = Raster(size: PixelSize(width: 240, height: 60), filledWith: background, in: space)
    let line = TextLine(
      characters, 0..<characters.scalars.count, in: PixelRect(raster.size), size: 40, baseline: 42,
      colour: colour)
    try TextWorker.draw([line], in: [font]).draw(0, on: raster)
    return raster
  }

  @Test func `the worker has the protections of those that decode photos, and names its library`()
    throws
  {
    let description = try SandboxWorker.describe(.text, program: BuiltProgram.path.string)
    #expect(
      description.protections.isSuperset(of: [.limits, .noNewPrivileges, .systemCallFilter]))
    #expect(description.library.contains(/^HarfBuzz [0-9]+\.[0-9]+/))
  }

  @Test func `texts are measured with kerning, ligatures and marks`() throws {
    #expect(try width("AV") < width("A") + width("V"))
    #expect(try measure("ffi").map { $0.advance > 0 } == [true, false, false])
    // A mark takes no room of its own.
    #expect(try abs(width("e\u{301}") - width("\u{E9}")) < 0.001)
    // The letters of an Arabic word are joined, which makes them narrower than they are alone.
    let word = "\u{645}\u{631}\u{62D}\u{628}\u{627}"
    let alone = try word.map { try width(String($0)) }.reduce(0, +)
    #expect(try width(word) < alone)
  }

  @Test func `what the font lacks is told`() throws {
    #expect(try measure("a\u{6F22}b").map(\.font) == [0, nil, 0])
    // Control characters that nobody sees need no glyph.
    #expect(try measure("a\u{200D}b").map(\.font) == [0, 0, 0])
  }

  @Test func `several texts are measured at once, empty and equal ones too`() throws {
    let texts = ["ab", "", "ab", "c"].map { TextCharacters($0) }
    let measures = try TextWorker.measure(texts, in: [font]).measures
    #expect(
      measures.map(\.count) == [2, 0, 2, 1] && measures[0] == measures[2]
        && measures[3][0].advance > 0)
    #expect(try TextWorker.measure([TextCharacters("")], in: [font]).measures == [[]])
  }

  @Test func `text is in the middle of its box, has smooth edges, and nothing else changes`() throws
  {
    let picture = try picture("HoH")
    let inked = (0..<240).filter { x in (0..<60).contains { picture[x, $0] != .white } }
    #expect(abs(Double(inked[0] + inked[inked.count - 1]) / 2 - 119.5) <= 1)
    let rows = (0..<60).filter { y in (0..<240).contains { picture[$0, y] == .black } }
    // The feet of H stand on the baseline.
    #expect(rows.last == 41)
    #expect(picture.colours.contains { $0 != .white && $0 != .black })
    #expect(picture[2, 2] == .white)
  }

  @Test func `mixing is in linear light, in every space and on transparent pixels`() throws {
    let (white, black) = (
      try picture("S", .white, on: .black), try picture("S", .black, on: .white)
    )
    let both = zip(white.colours, black.colours).first { (100...200).contains($0.0.red) }
    let (first, second) = try #require(both)
    #expect(
      abs(SRGB.linear(Double(first.red) / 255) + SRGB.linear(Double(second.red) / 255) - 1) < 0.01)
    let red = Colour(red: 255, green: 0, blue: 0)
    let wide = try picture("S", red, on: .white, in: .displayP3).colours
    #expect(wide.contains(ColourSpace.displayP3.colour(red)))
    let clear = try picture("S", red, on: .transparent).colours.filter { $0.alpha > 0 }
    #expect(
      clear.allSatisfy { $0.red == 255 && $0.green == 0 } && clear.contains { $0.alpha == 255 })
  }

  @Test func `Hebrew runs from the right, and numbers in it from the left`() throws {
    // Measured in logical order: the picture of the reversed text between direction marks is the
    // same.
    let picture = try picture("\u{5D0}\u{5D1} 12")
    let reversed = try self.picture("\u{202D}12 \u{5D1}\u{5D0}\u{202C}")
    #expect(picture.colours == reversed.colours)
  }

  @Test(arguments: ["", "not a font", "\u{0}\u{1}\u{0}\u{0}"])
  func `what is no font is refused`(bytes: String) {
    let font = FontFile(Array(bytes.utf8), name: "x.ttf", index: 0)
    #expect(throws: CodecError.damaged(reason: "it is not a font, or is damaged", allowable: false))
    {
      try TextWorker.measure([TextCharacters("a")], in: [font])
    }
  }

  /// Cut off, with bytes changed everywhere, and in the tables that HarfBuzz interprets.
  @Test func `damaged fonts harm only the worker`() throws {
    var dice = RepeatableDice(state: 33)
    let texts = ["office \u{645}\u{631}\u{62D}\u{628}\u{627} e\u{301}\u{302}", "AVAST 123"].map {
      TextCharacters($0)
    }
    for round in 0..<60 {
      var bytes = font.bytes
      if round % 3 == 0 {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &dice))
      } else {
        let table =
          round % 3 == 1
          ? 0..<bytes.count
          : try #require(Self.table(["GSUB", "glyf", "GPOS"][round / 3 % 3], of: bytes))
        for _ in 0..<(round % 2 == 0 ? 40 : 2000) {
          bytes[Int.random(in: table, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
        }
      }
      let damaged = FontFile(bytes, name: "damaged.ttf", index: 0)
      do throws(CodecError) {
        _ = try TextWorker.measure(texts, in: [damaged])
        let box = PixelRect(x: 0, y: 0, width: 300, height: 50)
        let lines = texts.map {
          TextLine($0, 0..<$0.scalars.count, in: box, size: 30, baseline: 38, colour: .black)
        }
        _ = try TextWorker.draw(lines, in: [damaged])
      } catch {
        switch error {
        case .damaged, .decoderFailed(.crashed), .decoderFailed(.timeout),
          .decoderFailed(.memoryExceeded):
          break
        default: Issue.record("\(error)")
        }
      }
    }
  }

  private static func table(_ name: String, of font: [UInt8]) -> Range<Int>? {
    func number(_ offset: Int) -> Int { font[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    let entries = stride(from: 12, to: 12 + 16 * (Int(font[4]) << 8 | Int(font[5])), by: 16)
    return entries.first { String(decoding: font[$0..<$0 + 4], as: UTF8.self) == name }.map {
      number($0 + 8)..<number($0 + 8) + number($0 + 12)
    }
  }
}

/// Numbers that are the same in every run.
private struct RepeatableDice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
