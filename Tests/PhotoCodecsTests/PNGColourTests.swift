import Imaging
import Testing

@testable import PhotoCodecs

@Suite struct PNGColourTests {
  /// A PNG of one grey, its colour chunks, and the code it comes out as: 188 is what half the light
  /// is coded as.
  static let chunks: [(chunks: [PNGBuilder.Chunk], code: UInt8)] = {
    let linear = PNGBuilder.Chunk(type: "gAMA", data: UInt32(100_000).bigEndianBytes)
    let usual = PNGBuilder.Chunk(type: "gAMA", data: UInt32(45_455).bigEndianBytes)
    let tagged = PNGBuilder.Chunk(type: "sRGB", data: [0])
    let profile = PNGBuilder.Chunk(type: "iCCP", data: Array("x\0\0".utf8))
    let coded = PNGBuilder.Chunk(type: "cICP", data: [1, 13, 0, 1])
    let other = PNGBuilder.Chunk(type: "cICP", data: [2, 2, 0, 1])
    return [
      ([], 128), ([linear], 188), ([usual], 128), ([tagged], 128),
      ([linear, tagged], 128), ([tagged, linear], 128), ([linear, profile], 188),
      ([linear, coded], 128),
      ([linear, other], 188),
      // The first of a kind counts.
      ([linear, usual], 188), ([usual, linear], 128),
      // A record of the wrong length is none.
      ([PNGBuilder.Chunk(type: "gAMA", data: [0, 1, 134])], 128),
      ([PNGBuilder.Chunk(type: "gAMA", data: UInt32(100_000).bigEndianBytes + [0])], 128),
    ]
  }()

  @Test(arguments: chunks)
  func `a PNG's own word on its colours is heeded`(chunks: [PNGBuilder.Chunk], code: UInt8) throws {
    var photo = PNGBuilder(PixelSize(width: 3, height: 3)) { _, _ in Colour(grey: 128) }
    photo.chunks = chunks
    #expect(try Drawn(photo.bytes).raster[1, 1] == Colour(grey: code))
  }

  @Test func `a gamma behind the pixels comes too late`() throws {
    var photo = PNGBuilder(PixelSize(width: 3, height: 3)) { _, _ in Colour(grey: 128) }
    photo.trailers = [PNGBuilder.Chunk(type: "gAMA", data: UInt32(100_000).bigEndianBytes)]
    #expect(try header(photo.bytes).colours == .sRGB)
  }

  @Test func `gamma applies to samples of sixteen bits too`() throws {
    let photo = PNGBuilder(
      size: PixelSize(width: 2, height: 2), colourType: .grey, depth: 16,
      chunks: [PNGBuilder.Chunk(type: "gAMA", data: UInt32(100_000).bigEndianBytes)]
    ) { _, _ in [32_768] }
    #expect(try Drawn(photo.bytes).raster[0, 0] == Colour(grey: 188))
  }
}
