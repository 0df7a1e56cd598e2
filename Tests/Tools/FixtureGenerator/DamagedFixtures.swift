internal import Imaging
internal import PhotoCodecs
internal import SamplePictures

/// Small files with exactly one fault each.
struct DamagedFixtures {
  private let jpeg: JPEGBytes
  private let png: PNGBytes

  init() throws {
    jpeg = JPEGBytes(
      bytes: try SamplePicture.raster(15, size: PixelSize(width: 96, height: 72)).encoded(
        as: .jpeg(Quality(85)!)))
    png = PNGBytes(
      try SamplePicture.raster(16, size: PixelSize(width: 48, height: 36)).encoded(
        as: .png(.default)))
  }

  var files: [FixtureFile] { jpegs + pngs + others }

  private var jpegs: [FixtureFile] {
    let pixels = jpeg.pixels
    let middle = (pixels + jpeg.bytes.count) / 2
    return [
      FixtureFile("truncated.jpg", Array(jpeg.bytes.prefix(jpeg.bytes.count * 6 / 10))),
      FixtureFile("missing-eoi.jpg", jpeg.bytes.dropLast(2)),
      jpeg("junk-before-marker.jpg") {
        $0.bytes.insert(contentsOf: [0, 1, 2, 3, 4], at: $0.end(ofSegmentAt: 2))
      },
      // A restart marker where none is allowed.
      jpeg("stray-marker.jpg") { $0.bytes.insert(contentsOf: [0xFF, 0xD0], at: middle) },
      jpeg("orientation-9.jpg") { $0.insert(orientation: 9) },
      jpeg("lossless.jpg") { $0.bytes[$0.frameHeader + 1] = 0xC3 },
      jpeg("twelve-bit.jpg") { $0.bytes[$0.frameHeader + 4] = 12 },
    ]
  }

  private func jpeg(_ name: String, _ damage: (inout JPEGBytes) -> Void) -> FixtureFile {
    var damaged = jpeg
    damage(&damaged)
    return FixtureFile(name, damaged.bytes)
  }

  private var pngs: [FixtureFile] {
    let whole = png.bytes
    let huge = UInt32(100_000).bigEndianBytes + UInt32(100_000).bigEndianBytes
    let long = PNGBytes.Chunk(
      type: "tEXt", data: Array("Comment\0".utf8), claimedLength: 0x7FFF_FFFF)
    return [
      FixtureFile("truncated.png", Array(whole.prefix(whole.count * 6 / 10))),
      FixtureFile("flipped-crc.png", png.changing("IDAT") { $0.checksumFault = 1 }.bytes),
      // The last four bytes of the compressed stream are its own checksum.
      FixtureFile("bad-adler.png", png.changing("IDAT") { $0.data[$0.data.count - 1] ^= 1 }.bytes),
      FixtureFile("bad-ancillary-crc.png", png.changing("gAMA") { $0.checksumFault = 1 }.bytes),
      FixtureFile("endless-chunk.png", png.adding(long, after: "IHDR").bytes),
      FixtureFile(
        "ten-gigapixels.png",
        png.changing("IHDR") { $0.data.replaceSubrange(0..<8, with: huge) }.bytes),
    ]
  }

  private var others: [FixtureFile] {
    // One pixel: the screen with a table of two colours, one picture, the trailer.
    let gif: [UInt8] =
      Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
      + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
    return [
      FixtureFile("empty.jpg", []),
      FixtureFile("text-named.png", Array("This is a text, whatever its name says.\n".utf8)),
      FixtureFile("gif-named.jpg", gif),
    ]
  }
}
