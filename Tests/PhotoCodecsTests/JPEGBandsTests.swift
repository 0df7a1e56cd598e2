import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

/// A JPEG's pixels are encoded in bands; nothing of that may be seen.
@Suite struct JPEGBandsTests {
  private func encoded(_ raster: Raster, quality: Int, threads: Int) throws -> [UInt8] {
    try PixelBands(raster, as: .jpeg(try #require(Quality(quality)))).encoded(threads: threads)
  }

  /// The same picture by libjpeg in one go.
  private func encodedWhole(_ raster: Raster, quality: Int) throws -> [UInt8] {
    let writer = try JPEGWriter.start(
      raster.size, quality: try #require(Quality(quality)), density: nil)
    try unsafe writer.write(raster.pixels, stride: raster.stride, rows: raster.size.height)
    try writer.finish()
    return writer.takeOutput()
  }

  private func picture(_ width: Int, _ height: Int) -> Raster {
    Raster(size: PixelSize(width: width, height: height)) { x, y in
      Colour(
        UInt8(x * y / 97 % 256), UInt8((x / 40 + y / 30) % 2 * 255),
        UInt8((x * 7 + y * 13 + x * x * y) % 256))
    }
  }

  /// What comes after the headers: from the scan's own header on.
  private func scan(_ bytes: [UInt8]) throws -> ArraySlice<UInt8> {
    bytes[try #require(bytes.firstRange(of: [0xFF, 0xDA])).lowerBound...]
  }

  /// A last band of a single row; colour at full size; MCUs that the picture's right and lower
  /// edges cut; a band for each row of MCUs.
  @Test(arguments: [
    (1000, 529, 90), (400, 1321, 95), (1001, 1050, 90), (1000, 1060, 1), (1000, 1060, 100),
    (65_500, 17, 95),
    (1, 1, 90), (1, 3000, 90), (3000, 1, 90), (640, 480, 90),
  ])
  func `bytes are those of one go, whatever the number of threads`(
    width: Int, height: Int, quality: Int
  ) throws {
    let picture = picture(width, height)
    let bytes = try scan(encodedWhole(picture, quality: quality))
    for threads in [1, 2, 64] {
      #expect(try scan(encoded(picture, quality: quality, threads: threads)) == bytes)
    }
  }

  /// Blocks of noise often have their last coefficient, so that no code for their end is there.
  @Test(arguments: 1...10) func `bands that end in noise are joined like all others`(seed: UInt64)
    throws
  {
    let picture = Raster.noise(PixelSize(width: 2049, height: 530), seed: seed)
    for quality in [90, 100] {
      #expect(
        try scan(encoded(picture, quality: quality, threads: 2))
          == scan(encodedWhole(picture, quality: quality)))
    }
  }

  @Test func `there are no restart markers, which libjpeg decodes more slowly`() throws {
    let bytes = try encoded(picture(1000, 1600), quality: 90, threads: 2)
    #expect(bytes.firstRange(of: [0xFF, 0xDD]) == nil)
    #expect(try Drawn(bytes).warning == nil)
  }
}
