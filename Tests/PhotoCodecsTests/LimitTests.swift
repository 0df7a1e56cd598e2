import Testing

@testable import Imaging
@testable import PhotoCodecs

@Suite struct LimitTests {
  /// A header that states a size, and hardly a pixel behind it.
  private func photos(stating size: PixelSize) -> [[UInt8]] {
    var png = PNGBuilder.plain()
    png.statedSize = size
    guard size.width <= 65_500, size.height <= 65_500 else { return [png.bytes] }
    var jpeg = JPEGBuilder.plain([90])
    jpeg.statedSize = size
    return [png.bytes, jpeg.bytes]
  }

  @Test(arguments: [
    (16_384, 16_383), (16_383, 16_384), (46_341, 46_341), (65_500, 65_500), (65_536, 65_536),
    (1_000_000, 1_000_000),
    (1_000_000, 269),
  ])
  func `more pixels than the limit are refused by the header`(width: Int, height: Int) throws {
    let size = PixelSize(width: width, height: height)
    for photo in photos(stating: size) {
      #expect(throws: CodecError.tooManyPixels(size, limit: 268_402_689)) { try header(photo) }
    }
  }

  @Test func `as many pixels as the limit are taken, and the limit can be moved`() throws {
    for photo in photos(stating: PixelSize(width: 16_383, height: 16_383)) {
      #expect(try header(photo).storedSize.pixels == DecodeLimits().pixels)
    }
    for photo in photos(stating: PixelSize(width: 65_500, height: 65_500)) {
      #expect(try header(photo, limits: DecodeLimits(pixels: .max)).size.width == 65_500)
    }
    for photo in photos(stating: PixelSize(width: 4, height: 3)) {
      #expect(try header(photo, limits: DecodeLimits(pixels: 12)).size.pixels == 12)
      #expect(throws: CodecError.tooManyPixels(PixelSize(width: 4, height: 3), limit: 11)) {
        try header(photo, limits: DecodeLimits(pixels: 11))
      }
    }
  }

  @Test(arguments: [
    (0, 5), (5, 0), (0x7FFF_FFFF, 0x7FFF_FFFF), (0xFFFF_FFFF, 0xFFFF_FFFF), (1_000_001, 1),
    (1, 1_000_001),
    (0x8000_0000, 1),
  ])
  func `sizes that no PNG can have are damage, sides beyond the decoder's limit are none`(
    width: Int, height: Int
  )
    throws
  {
    var png = PNGBuilder.plain()
    png.statedSize = PixelSize(width: width, height: height)
    let error = try #require(throws: CodecError.self) { try header(png.bytes) }
    let isLegal = [width, height].allSatisfy { (1...0x7FFF_FFFF).contains($0) }
    #expect((error == .tooLarge(reason: "more than 1000000 pixels on a side")) == isLegal)
  }

  @Test(arguments: [(0, 5), (5, 0), (65_535, 65_535), (65_501, 1)])
  func `sizes that no JPEG can have are damage, sides beyond the decoder's limit are none`(
    width: Int, height: Int
  )
    throws
  {
    var jpeg = JPEGBuilder.plain([90])
    jpeg.statedSize = PixelSize(width: width, height: height)
    let error = try #require(throws: CodecError.self) { try header(jpeg.bytes) }
    let isTooLarge = if case .tooLarge = error { true } else { false }
    #expect(isTooLarge == (width > 65_500))
  }

  @Test(arguments: [
    (1, "1 byte", "1 byte"), (1023, "1023 bytes", "1023 bytes"), (1024, "1 KiB", "1 KiB"),
    (1025, "1.1 KiB", "1 KiB"), (1536, "1.5 KiB", "1.5 KiB"), (10_241, "11 KiB", "10 KiB"),
    (1 << 20, "1 MiB", "1 MiB"), ((1 << 20) + 1, "1.1 MiB", "1 MiB"),
    (1465 << 20, "1465 MiB", "1465 MiB"),
  ])
  func `bytes are told in a unit that fits`(bytes: Int, up: String, down: String) {
    #expect(bytes.roundedUpBytes == up && bytes.roundedDownBytes == down)
  }

  private func photo(scans: Int) -> [UInt8] {
    JPEGBuilder.varied(PixelSize(width: 24, height: 16), scans: .manyProgressive(scans)).bytes
  }

  @Test func `thirty scans decode, more than the limit do not`() throws {
    #expect(try Drawn(photo(scans: 30)).warning == nil)
    #expect(try Drawn(photo(scans: 100)).warning == nil)
    #expect(throws: CodecError.tooManyScans(limit: 100)) { try Drawn(photo(scans: 101)) }
    #expect(throws: CodecError.tooManyScans(limit: 100)) { try Drawn(photo(scans: 190)) }
    #expect(try Drawn(photo(scans: 101), limits: DecodeLimits(scans: 101)).warning == nil)
    #expect(throws: CodecError.tooManyScans(limit: 5)) {
      try Drawn(photo(scans: 6), limits: DecodeLimits(scans: 5))
    }
  }

  @Test func `the limit on scans is none for damage to be allowed`() {
    #expect(throws: CodecError.tooManyScans(limit: 100)) {
      try Drawn(photo(scans: 101), allowsDamage: true)
    }
  }
}
