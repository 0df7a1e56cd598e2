import Testing

@testable import PhotoCodecs

@Suite struct PhotoFormatTests {
  @Test func `a PNG and a JPEG are known by their first bytes`() throws {
    #expect(try PhotoFormat.recognise(PNGBuilder.plain().bytes) == .png)
    #expect(try PhotoFormat.recognise(JPEGBuilder.plain([90]).bytes) == .jpeg)
    #expect(try PhotoFormat.recognise([0xFF, 0xD8]) == .jpeg)
    #expect(try PhotoFormat.recognise(PNGBuilder.signature) == .png)
  }

  private static func box(_ brand: String) -> [UInt8] {
    [0, 0, 0, 24] + Array("ftyp\(brand)".utf8) + [0, 0, 0, 0]
  }

  static let others: [(bytes: [UInt8], name: String?)] = [
    ([], "an empty file"),
    (Array("GIF89a".utf8), "a GIF file"), (Array("GIF87a".utf8), "a GIF file"),
    (Array("BM".utf8) + [0x36, 0, 0, 0, 0, 0, 0, 0], "a BMP file"),
    (Array("%PDF-1.7".utf8), "a PDF document"),
    (Array("8BPS".utf8) + [0, 1], "a Photoshop document"),
    ([0, 0, 1, 0, 1, 0], "an icon"),
    ([0, 0, 0, 12] + Array("jP  ".utf8) + [0x0D, 0x0A, 0x87, 0x0A], "a JPEG 2000 file"),
    ([0xFF, 0x4F, 0xFF, 0x51, 0], "a JPEG 2000 file"),
    (box("isom"), "a video"), (box("qt  "), "a video"),
    ([0x50, 0x4B, 3, 4, 20], "a ZIP archive"),
    ([0x89, 0x50, 0x4E, 0x47, 0x0A, 0x1A, 0x0A], "a PNG corrupted by a text-mode transfer"),
    (Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), "an SVG drawing"),
    (Array("<?xml version='1.0'?><SVG/>".utf8), "an SVG drawing"),
    (Array("<!DOCTYPE html><p>".utf8), "an HTML page"), (Array("\n<HTML>".utf8), "an HTML page"),
    (Array("<?xml version='1.0'?><a/>".utf8), "an XML file"),
    (Array("Some notes.\r\n\tMore.".utf8), "a text file"), (Array("Grüße\n".utf8), "a text file"),
    ([0], nil), ([0xFF], nil), ([1, 2, 3, 4, 5], nil), ([0x89, 0x50, 1], nil),
    ([UInt8](repeating: 0, count: 512), nil), (Array("RIFF\0\0\0\0WAVE".utf8), nil),
  ]

  @Test(arguments: [Array("II*\0".utf8) + [8, 0, 0, 0], Array("MM\0*".utf8) + [0, 0, 0, 8]])
  func `a TIFF structure may be a camera's raw file, until it is read`(bytes: [UInt8]) throws {
    #expect(try PhotoFormat.recognise(bytes) == .raw)
    #expect(
      throws: CodecError.damaged(reason: "its first directory is missing or cut off")
    ) { try header(bytes) }
  }

  @Test func `JPEG XL and BigTIFF are recognised by their first bytes`() throws {
    let container = [0, 0, 0, 12] + Array("JXL ".utf8) + [0x0D, 0x0A, 0x87, 0x0A]
    for bytes in [[0xFF, 0x0A, 0xFA], container] {
      #expect(try PhotoFormat.recognise(bytes) == .jxl)
      #expect(PhotoFormat.mayBegin(with: bytes))
    }
    for bytes in [Array("II+\0".utf8), Array("MM\0+".utf8)] {
      #expect(try PhotoFormat.recognise(bytes) == .tiff)
    }
  }

  @Test(arguments: others)
  func `anything else is refused by the name that its owner knows it by`(
    bytes: [UInt8], name: String?
  ) {
    let type = OtherFileType(bytes)
    #expect(type?.description == name)
    #expect(throws: CodecError.notAPicture(type: type)) { try PhotoFormat.recognise(bytes) }
    #expect(throws: CodecError.notAPicture(type: type)) { try header(bytes) }
  }

  @Test(arguments: [
    (OtherFileType?.none, "this is not a picture in a readable format; see 'collage formats'"),
    (.gif, "this is a GIF file, which can't be read; convert it first"),
    (.text, "this is a text file, not a picture; leave it out"),
  ])
  func `the sentence says what it is, what it is not, and what to do`(
    type: OtherFileType?, text: String
  ) {
    #expect("\(CodecError.notAPicture(type: type))" == text)
  }
}
