import Imaging
import Testing

@testable import PhotoCodecs

@Suite struct PNGChunksTests {
  private func types(_ bytes: [UInt8]) throws -> [String] {
    var types: [String] = []
    try PNGChunks.forEach(in: opened(bytes)) { chunk in
      types.append(chunk.type)
      return true
    }
    return types
  }

  @Test func `chunks come in order, up to the end`() throws {
    var photo = PNGBuilder.plain(chunks: [PNGBuilder.Chunk(type: "gAMA", data: [0, 0, 0, 1])])
    photo.trailers = [PNGBuilder.Chunk(type: "tIME", data: [1, 2, 3, 4, 5, 6, 7])]
    #expect(
      try types(photo.bytes + PNGBuilder.Chunk(type: "eXIf").bytes) == [
        "IHDR", "gAMA", "IDAT", "tIME",
      ])
  }

  @Test func `the walk ends when it is told to`() throws {
    var count = 0
    try PNGChunks.forEach(in: opened(PNGBuilder.plain().bytes)) { _ in
      count += 1
      return false
    }
    #expect(count == 1)
  }

  @Test(arguments: [0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 2_000_000_000, 60] as [UInt32])
  func `a chunk that claims to be longer than the file ends the walk`(length: UInt32) throws {
    let photo = PNGBuilder.plain(chunks: [PNGBuilder.Chunk(type: "tEXt", statedLength: length)])
    #expect(try types(Array(photo.bytes.prefix(60))) == ["IHDR"])
  }

  @Test func `every beginning of a file can be walked`() throws {
    let photo = PNGBuilder.plain(chunks: EXIFTests.pngForms + [XMPTests.chunk(XMPTests.turned)])
      .bytes
    let whole = try types(photo)
    #expect(whole.first == "IHDR" && whole.last == "IDAT")
    // Those that are whole are found, and nothing else.
    var counts: [Int] = []
    for length in stride(from: 8, to: photo.count, by: 3) {
      let beginning = Array(photo[..<length])
      let found = try types(beginning)
      #expect(whole.starts(with: found), "\(length)")
      counts.append(found.count)
      // A record counts once it is there.
      let metadata = try PNGChunks.metadata(of: opened(beginning))
      #expect((metadata.exif != nil) == (found.count > 1), "\(length)")
    }
    #expect(counts == counts.sorted() && Set(counts) == Set(0...whole.count))
  }

  @Test(arguments: EXIFTests.pngForms + [XMPTests.chunk(XMPTests.turned)])
  func `a record with a wrong checksum is passed over and said to be`(chunk: PNGBuilder.Chunk)
    throws
  {
    var broken = chunk
    broken.hasRightChecksum = false
    let metadata = try PNGChunks.metadata(of: opened(PNGBuilder.plain(chunks: [broken]).bytes))
    #expect(metadata.orientation == .up)
    #expect(metadata.fault == "\(chunk.type): wrong checksum")
    #expect(try Drawn(PNGBuilder.plain(chunks: [broken]).bytes).warning != nil)
  }

  @Test func `a record that is too long to be meant is not read`() throws {
    let exif = EXIFBuilder.orientation(6) + [UInt8](repeating: 0, count: 1 << 20)
    let photo = PNGBuilder.plain(chunks: [PNGBuilder.Chunk(type: "eXIf", data: exif)])
    #expect(try PNGChunks.metadata(of: opened(photo.bytes)).orientation == .up)
  }

  @Test func `text that says something else is passed over`() throws {
    let texts = [
      "Raw profile type exif", "Raw profile type exif\0", "Raw profile type exif\0\n",
      "Raw profile type exif\0\n\n\n",
      "Raw profile type exif\0\nexif\n3\n", "Raw profile type exif\0\nexif\n3\nzz",
      "Comment\0Raw profile type exif\0",
    ]
    for text in texts {
      for type in ["tEXt", "zTXt", "iTXt", "eXIf"] {
        let photo = PNGBuilder.plain(chunks: [PNGBuilder.Chunk(type: type, data: Array(text.utf8))])
        #expect(try header(photo.bytes).orientation == .up)
      }
    }
  }

  @Test(arguments: [
    "XML:com.adobe.xmp", "XML:com.adobe.xmp\0", "XML:com.adobe.xmp\0\0", "XML:com.adobe.xmp\0\0\0",
    "XML:com.adobe.xmp\0\0\0\0", "XML:com.adobe.xmp\0\u{1}\0\0\0packet", "Comment\0\0\0\0\0packet",
  ])
  func `a text that is no packet is none`(data: String) {
    #expect(PNGChunks.xmpPacket(Array(data.utf8)) == nil)
  }

  @Test func `a packet may have a language and a translated keyword`() {
    let chunk = Array("XML:com.adobe.xmp\0\0\0en\0Wort\0<x>\0</x>".utf8)
    #expect(PNGChunks.xmpPacket(chunk) == Array("<x>\0</x>".utf8))
    #expect(PNGChunks.xmpPacket(Array("XML:com.adobe.xmp\0\0\0\0\0".utf8)) == [])
  }

  /// What inflates without end is inflated up to a limit, and only once however often it comes.
  @Test func `the first of many compressed records counts, even if it is of no use`() throws {
    let keyword = Array("Raw profile type exif\0\0".utf8)
    let endless = Zlib.stored([UInt8](repeating: 0x30, count: 1_100_000)).prefix(1_048_000)
    let bomb = PNGBuilder.Chunk(type: "zTXt", data: keyword + endless)
    let usable = EXIFTests.pngForms[4]
    #expect(try header(PNGBuilder.plain(chunks: [bomb, usable]).bytes).orientation == .up)
    #expect(try header(PNGBuilder.plain(chunks: [usable, bomb]).bytes).orientation == .right)
  }
}
