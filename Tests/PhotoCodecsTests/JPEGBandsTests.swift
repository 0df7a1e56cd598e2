import Testing

@testable import PhotoCodecs

/// A JPEG's pixels are encoded in bands; nothing of that may be seen.
@Suite struct JPEGBandsTests {
  private func encoded(_ raster: Raster, quality: Int, threads: Int) throws -> [UInt8] {
    try PixelBands(raster, as: .jpeg(try #require(Quality(quality)))).encoded(threads: threads)
  }

  /// The same picture by libjpeg in one go.
  private func encodedWhole(_ raster: Raster, quality: Int) throws -> [UInt8] {
    let writer = try JPEGWriter.start(
      raster.size, quality: try #require(Quality(quality)), density: nil, restartInterval: 0)
    try unsafe writer.write(raster.pixels, stride: raster.stride, rows: raster.size.height)
    try writer.finish()
    return writer.takeOutput()
  }

  private func picture(_ width: Int, _ height: Int) -> Raster {
    Raster(size: PixelSize(width: width, height: height)) { x, y in
      Colour(UInt8(x * y / 97 % 256), UInt8((x / 40 + y / 30) % 2 * 255), UInt8((x * 7 + y * 13 + x * x * y) % 256))
    }
  }

  /// How many restart markers there are; no other place of entropy-coded bytes looks like one.
  private func restarts(_ bytes: [UInt8]) -> [UInt8] {
    zip(bytes, bytes.dropFirst()).filter { $0 == 0xFF && (0xD0...0xD7).contains($1) }.map(\.1)
  }

  /// A last band of a single row; colour at full size; wider than what a restart interval counts in a usual band.
  @Test(arguments: [(1000, 529, 90, 1), (400, 1321, 95, 1), (65_500, 17, 95, 2)])
  func `pixels are those of one go, from the same bytes whatever the number of threads`(
    width: Int, height: Int, quality: Int, markers: Int
  ) throws {
    let picture = picture(width, height)
    let bytes = try encoded(picture, quality: quality, threads: 1)
    for threads in [2, 64] { #expect(try encoded(picture, quality: quality, threads: threads) == bytes) }
    #expect(restarts(bytes) == (0..<markers).map { 0xD0 + UInt8($0) })
    let drawn = try Drawn(bytes)
    #expect(drawn.warning == nil)
    #expect(drawn.raster.difference(from: try Drawn(encodedWhole(picture, quality: quality)).raster) == nil)
  }

  @Test func `the ninth restart marker is the first again`() throws {
    let plain = Raster(size: PixelSize(width: 2000, height: 2600), filledWith: Colour(10, 200, 90))
    let bytes = try encoded(plain, quality: 90, threads: 2)
    #expect(restarts(bytes) == [0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD0, 0xD1])
    #expect(try Drawn(bytes, at: PixelSize(width: 20, height: 26)).warning == nil)
  }

  @Test(arguments: [(1, 1), (1, 3000), (3000, 1), (640, 480)])
  func `a small picture is one band without restart markers`(width: Int, height: Int) throws {
    let picture = picture(width, height)
    let bytes = try encoded(picture, quality: 90, threads: 2)
    #expect(restarts(bytes).isEmpty && bytes.firstRange(of: [0xFF, 0xDD]) == nil)
    #expect(try Drawn(bytes).raster.difference(from: Drawn(encodedWhole(picture, quality: 90)).raster) == nil)
  }
}
