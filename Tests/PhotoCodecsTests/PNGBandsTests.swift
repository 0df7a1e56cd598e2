import Testing

@testable import Imaging
@testable import PhotoCodecs

/// A PNG's pixels are encoded in bands; nothing of that may be seen.
@Suite struct PNGBandsTests {
  private func encoded(_ raster: Raster, hasAlpha: Bool = false, threads: Int) throws -> [UInt8] {
    try PixelBands(raster, as: .png(.default), hasAlpha: hasAlpha).encoded(threads: threads)
  }

  /// Several bands high, with edges, slopes and noise.
  private static let picture = Raster(size: PixelSize(width: 701, height: 1703)) { x, y in
    Colour(
      UInt8(x * y / 97 % 256), UInt8((x / 40 + y / 30) % 2 * 255),
      UInt8((x * 7 + y * 13 + x * x * y) % 256))
  }

  @Test func `every pixel comes back, whatever the number of threads, from the same bytes`() throws
  {
    let bytes = try encoded(Self.picture, threads: 1)
    for threads in [2, 3, 64] { #expect(try encoded(Self.picture, threads: threads) == bytes) }
    let drawn = try Drawn(bytes)
    #expect(drawn.warning == nil)
    #expect(drawn.raster.difference(from: Self.picture) == nil)
  }

  @Test(arguments: [(1, 1), (1, 3000), (3000, 1), (2, 2), (400_000, 3)])
  func `pictures of every shape come back`(width: Int, height: Int) throws {
    let raster = Raster(size: PixelSize(width: width, height: height)) { x, y in
      Colour(UInt8((x + y) % 256), UInt8(x / 9 % 256), UInt8(y % 251))
    }
    let drawn = try Drawn(encoded(raster, threads: 2))
    #expect(drawn.warning == nil)
    #expect(drawn.raster.difference(from: raster) == nil)
  }

  @Test func `alpha is kept where it is asked for`() throws {
    let bytes = try encoded(Self.picture, hasAlpha: true, threads: 2)
    #expect(try !header(bytes).isOpaque)
    #expect(try Drawn(bytes).raster.difference(from: Self.picture) == nil)
  }
}
