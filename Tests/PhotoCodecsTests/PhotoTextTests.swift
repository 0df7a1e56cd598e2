import SystemPackage
import TestSupport
import Testing

@testable import PhotoCodecs

/// What photos say of themselves beside EXIF: titles and dates in XMP, IPTC and the texts of a PNG.
@Suite struct PhotoTextTests {
  private static func xmp(_ attributes: String, _ content: [UInt8] = []) -> [UInt8] {
    Array("<x:xmpmeta><rdf:RDF><rdf:Description \(attributes)>".utf8) + content
      + Array("</rdf:Description></rdf:RDF></x:xmpmeta>".utf8)
  }

  private static func jpeg(_ packet: [UInt8]) -> JPEGBuilder.Segment {
    JPEGBuilder.Segment(marker: 0xE1, payload: JPEGSegments.xmpSignature + packet)
  }

  /// Photoshop's resource with IPTC's data sets.
  private static func iptc(_ sets: (UInt8, [UInt8])...) -> JPEGBuilder.Segment {
    var data: [UInt8] = []
    for (number, text) in sets {
      data += [0x1C, 2, number] as [UInt8]
      data += UInt16(text.count).bigEndianBytes + text
    }
    var payload = IPTC.signature + Array("8BIM".utf8)
    payload += [4, 4, 0, 0] as [UInt8]
    payload += UInt32(data.count).bigEndianBytes + data
    return JPEGBuilder.Segment(marker: 0xED, payload: payload)
  }

  private static func exif(date: String) -> JPEGBuilder.Segment {
    var record = Array("II*\0".utf8)
    record += [8, 0, 0, 0, 1, 0, 0x32, 0x01, 2, 0, 20, 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0] as [UInt8]
    record += Array("\(date)\0".utf8)
    return .exif(record)
  }

  private func photo(_ segments: JPEGBuilder.Segment...) throws -> PhotoHeader {
    try header(JPEGBuilder.plain([90], segments: segments).bytes)
  }

  @Test func `what says when a photo was taken comes before when it was digitised or changed`()
    throws
  {
    let exif = Self.exif(date: "2021:01:01 01:01:01")
    let original = Self.jpeg(
      Self.xmp(
        #"exif:DateTimeOriginal="2022-02-02T02:02:02+02:00" photoshop:DateCreated="2023-03-03" xmp:CreateDate="2024""#
      ))
    let created = Self.jpeg(
      Self.xmp(
        #"xmp:CreateDate="2024-04-04T04:04""#,
        Array("<photoshop:DateCreated>2023-03-03</photoshop:DateCreated>".utf8)))
    let only = Self.jpeg(Self.xmp(#"xmp:CreateDate="2024-04-04T04:04""#))
    let iptc = Self.iptc((55, Array("20250505".utf8)), (60, Array("050505+0000".utf8)))
    #expect(try photo(exif).taken?.description == "2021-01-01T01:01:01")
    #expect(try photo(exif, original, iptc).taken?.description == "2022-02-02T02:02:02")
    #expect(try photo(original, iptc).taken?.description == "2022-02-02T02:02:02")
    #expect(try photo(created, iptc).taken?.description == "2023-03-03")
    #expect(try photo(only, exif).taken?.description == "2024-04-04T04:04:00")
    #expect(try photo(only, iptc).taken?.description == "2025-05-05T05:05:05")
    #expect(try photo(iptc).taken?.description == "2025-05-05T05:05:05")
    #expect(
      try photo(Self.exif(date: "0000:00:00 00:00:00"), iptc).taken?.description
        == "2025-05-05T05:05:05")
    #expect(try photo(Self.jpeg(Self.xmp(#"xmp:CreateDate="soon""#))).taken == nil)
  }

  @Test
  func `a text that was cut in the middle of a character keeps its others, in XMP, IPTC and EXIF`()
    throws
  {
    let cut = Array("Привет мир".utf8).dropLast()
    var list = Array("<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">".utf8)
    list += Array(cut)
    list += Array("</rdf:li></rdf:Alt></dc:title>".utf8)
    #expect(try photo(Self.jpeg(Self.xmp("", list))).title == "Привет ми")
    #expect(try photo(Self.iptc((5, Array(cut)))).title == "Привет ми")
    var record = Array("II*\0".utf8)
    record +=
      [8, 0, 0, 0, 1, 0, 0x0E, 0x01, 2, 0, UInt8(cut.count + 1), 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0]
      as [UInt8]
    record += Array(cut)
    record.append(0)
    #expect(try photo(.exif(record)).title == "Привет ми")
    var old = Array("<dc:title>caf".utf8)
    old.append(0xE9)
    old += Array(" &amp; &#x41;&lt;</dc:title>".utf8)
    #expect(try photo(Self.jpeg(Self.xmp("", old))).title == "café & A<")
  }

  private static func text(_ type: String, _ keyword: String, _ rest: [UInt8]) -> PNGBuilder.Chunk {
    PNGBuilder.Chunk(type: type, data: Array("\(keyword)\0".utf8) + rest)
  }

  @Test func `a PNG's own texts are its title where nothing else says one`() throws {
    let title = Self.text("tEXt", "Title", [0x63, 0x61, 0x66, 0xE9])
    let description = Self.text("iTXt", "Description", Array("\0\0\0\0日本".utf8))
    let other = Self.text("tEXt", "Comment", Array("a comment".utf8))
    func shown(_ chunks: PNGBuilder.Chunk...) throws -> String? {
      try header(PNGBuilder.plain(chunks: chunks).bytes).title
    }
    #expect(try shown(other, description, title) == "café")
    #expect(try shown(other, description) == "日本")
    #expect(
      try shown(other, Self.text("zTXt", "Title", [0] + ZlibStream.compressed(Array("Rome".utf8))))
        == "Rome")
    #expect(try shown(other) == nil && shown(Self.text("zTXt", "Title", [0, 1, 2])) == nil)
    #expect(try shown(Self.text("tEXt", "Title", Array("Untitled".utf8)), description) == "日本")
    let packet = PNGBuilder.Chunk(
      type: "iTXt",
      data: Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Self.xmp(#"dc:description="XMP's""#))
    #expect(try shown(title, packet) == "XMP's")
  }

  /// libpng reads what it passes over.
  @Test func `a small PNG with a chunk of gigabytes is refused at once`() throws {
    let folder = try TemporaryFolder()
    let photo = PNGBuilder.plain().bytes
    func file(withChunkOf length: Int) throws -> FilePath {
      let path = try folder.write(
        photo.prefix(33) + UInt32(length).bigEndianBytes + Array("teXt".utf8), to: "sparse.png")
      let descriptor = try FileDescriptor.open(path, .readWrite)
      defer { try? descriptor.close() }
      try descriptor.resize(to: 41 + Int64(length) + 4)
      _ = try descriptor.seek(offset: 0, from: .end)
      try descriptor.writeAll(Array(photo.dropFirst(33)))
      return path
    }
    // It costs no more than one of megabytes, which is refused as well.
    let isConstant = try Growth.isConstant(from: 300 << 20, to: 0x7FFF_FFF0) { length in
      let path = try file(withChunkOf: length)
      return try Growth.threadSeconds {
        let error = try #require(throws: CodecError.self) {
          try PhotoHeader(of: PhotoFile.open(path), limits: DecodeLimits())
        }
        guard case .oversizedFile = error else {
          Issue.record("\(error)")
          return
        }
      }
    }
    #expect(isConstant)
  }
}
