import SystemPackage
import Testing

@testable import Imaging
@testable import PhotoCodecs

@Suite struct RecipeRecordTests {
  static let raster = Raster(
    size: PixelSize(width: 20, height: 10), filledWith: Colour(200, 100, 50))
  static let encodings = [
    Encoding.png(.default), .jpeg(.default), .pdf(.jpeg(.default)), .pdf(.deflated(.default)),
  ]

  private func read(_ bytes: [UInt8]) throws -> RecipeRecord? {
    try RecipeRecord.read(from: opened(bytes))
  }

  static let texts = [
    "", "{}", #"{"name":"a.jpg"}"#, "<>&\"'", "&amp;&lt;&quot;&apos;", "&&&", "&", "a&b;c",
    "</collage:recipe>",
    "<collage:recipe>", "]]>", "😀 äöü 漢字 \u{1F468}\u{200D}\u{1F469}",
    "&\u{301}<\u{301}>\u{301}\"\u{301}'\u{301}",
    "a\u{FE0F}&\u{FE0F}amp;", "line\nline\r\nline\ttab",
  ]

  @Test(arguments: encodings, texts)
  func `a recipe comes out of a picture as it went in`(encoding: Encoding, text: String) throws {
    let back = try read(encoded(Self.raster, encoding, recipe: RecipeRecord(json: text)))
    #expect(back.map { Array($0.json.utf8) } == Array(text.utf8))
  }

  /// Up to a JPEG's segment and beyond it, to several, with characters that borders may fall into.
  @Test(arguments: encodings, [60_000, 65_000, 65_600, 131_072])
  func `a long recipe comes out of a picture as it went in`(encoding: Encoding, length: Int) throws
  {
    let unit = "{\"name\":\"<&> 😀漢 é\"},"
    let text = String(repeating: unit, count: length / unit.utf8.count + 1)
    let bytes = try encoded(Self.raster, encoding, recipe: RecipeRecord(json: text))
    #expect(try read(bytes)?.json == text)
    if encoding.format != .pdf { #expect(try Drawn(bytes).warning == nil) }
  }

  @Test(arguments: encodings.filter { $0.format != .jpeg })
  func `a recipe of thousands of photos comes out as it went in`(encoding: Encoding) throws {
    let text = String(repeating: "x", count: 1_100_000)
    #expect(
      try read(encoded(Self.raster, encoding, recipe: RecipeRecord(json: text)))?.json == text)
  }

  @Test func `one segment is used as far as it goes, then several`() {
    let around = RecipeRecord(json: "").jpegPayloads()[0].count
    for (length, counts) in [
      (65_533 - around, [65_533]), (65_534 - around, [65_534 - around + 23]),
      (65_511, [65_533, 24]),
    ] {
      let payloads = RecipeRecord(json: String(repeating: "x", count: length)).jpegPayloads()
      #expect(payloads.map(\.count) == counts)
    }
  }

  @Test(arguments: texts)
  func `the packet is XML, whatever the recipe says`(text: String) throws {
    let packet = Array(RecipeRecord(json: text).packet.utf8)
    let opening = try #require(packet.firstRange(of: Array("<collage:recipe>".utf8)))
    let closing = try #require(packet.firstRange(of: Array("</collage:recipe>".utf8)))
    let content = packet[opening.upperBound..<closing.lowerBound]
    let raw = Set("<>\"'".utf8)
    #expect(!content.contains(where: raw.contains))
    for (index, byte) in zip(content.indices, content) where byte == UInt8(ascii: "&") {
      let entity = content[index...].prefix { $0 != UInt8(ascii: ";") }
      #expect(
        ["&amp", "&lt", "&gt", "&quot", "&apos"].contains(String(decoding: entity, as: UTF8.self)))
    }
  }

  @Test func `a picture that is no collage has no recipe`() throws {
    for encoding in Self.encodings { #expect(try read(encoded(Self.raster, encoding)) == nil) }
    #expect(try read(PNGBuilder.plain(chunks: [XMPTests.chunk(XMPTests.turned)]).bytes) == nil)
    #expect(try read(JPEGBuilder.plain([90], segments: [.xmp(XMPTests.turned)]).bytes) == nil)
    #expect(try read(PNGBuilder.plain(chunks: [XMPTests.chunk("<collage:recipe>{}")]).bytes) == nil)
    #expect(
      try read(
        PNGBuilder.plain(chunks: [XMPTests.chunk("</collage:recipe><collage:recipe>{}")]).bytes)
        == nil
    )
    #expect(try read(Array("<collage:recipe>{}</collage:recipe>".utf8)) == nil)
    #expect(try read([]) == nil)
  }

  @Test func `a recipe is found behind somebody else's records`() throws {
    let collage = try encoded(Self.raster, .jpeg(.default), recipe: RecipeRecord(json: "{}"))
    let other =
      JPEGBuilder.Segment.exif(EXIFBuilder.orientation(1)).bytes
      + JPEGBuilder.Segment.xmp("<x/>").bytes
    #expect(try read(collage[..<2] + other + collage[2...])?.json == "{}")
  }

  @Test(arguments: encodings)
  func `every beginning of a collage can be asked for its recipe`(encoding: Encoding) throws {
    let whole = try encoded(Self.raster, encoding, recipe: RecipeRecord(json: "{}"))
    for length in stride(from: 0, to: whole.count, by: 5) {
      let record = try read(Array(whole[..<length]))
      #expect(record == nil || record?.json == "{}")
    }
  }
}
