import Testing

@testable import Imaging

@Suite struct AlphaTests {
  /// Left half opaque red, right half invisible; invisible pixels are bright green, as programs
  /// leave them.
  static let edge = PNGBuilder(size: PixelSize(width: 64, height: 16), colourType: .rgba) { x, _ in
    x < 32 ? [200, 0, 0, 255] : [0, 255, 0, 0]
  }

  @Test(arguments: [
    PixelSize(width: 64, height: 16), PixelSize(width: 21, height: 5),
    PixelSize(width: 100, height: 40),
  ])
  func `the colour of invisible pixels is never seen`(frame: PixelSize) throws {
    let drawn = try Drawn(Self.edge.bytes, at: frame, background: .black).raster
    for y in 0..<frame.height {
      for x in 0..<frame.width { #expect(drawn[x, y].green == 0 && drawn[x, y].blue == 0) }
    }
    #expect(drawn[0, 0] == Colour(200, 0, 0))
    #expect(drawn[frame.width - 1, 0] == .black)
  }

  @Test(arguments: [
    PixelSize(width: 64, height: 16), PixelSize(width: 21, height: 5),
    PixelSize(width: 100, height: 40),
  ])
  func `a picture in the background's colour can't be told from it at its edges`(frame: PixelSize)
    throws
  {
    let background = Colour(120, 130, 140)
    let photo = PNGBuilder(size: PixelSize(width: 64, height: 16), colourType: .rgba) { x, y in
      [120, 130, 140, (x * 7 + y * 31) % 256]
    }
    let drawn = try Drawn(photo.bytes, at: frame, background: background).raster
    #expect(
      drawn.difference(from: Raster(size: frame, filledWith: background), tolerance: 1) == nil)
  }

  @Test func `half a colour over half the background is the mean of their codes`() throws {
    let photo = PNGBuilder(size: PixelSize(width: 4, height: 4), colourType: .rgba) { _, _ in
      [255, 0, 100, 128]
    }
    let drawn = try Drawn(
      photo.bytes, at: PixelSize(width: 2, height: 2), background: Colour(0, 0, 200)
    )
    .raster
    #expect(
      drawn[0, 0].distance(
        to: PNGDecodingTests.mixed([255, 0, 100], alpha: 128, Colour(0, 0, 200))) <= 1)
  }

  @Test func `alpha of sixteen bits counts in full`() throws {
    let photo = PNGBuilder(size: PixelSize(width: 2, height: 1), colourType: .rgba, depth: 16) {
      x, _ in
      [65_535, 65_535, 65_535, x == 0 ? 255 : 65_279]
    }
    let drawn = try Drawn(photo.bytes, background: .black).raster
    #expect(drawn[0, 0] == Colour(grey: 1))
    #expect(drawn[1, 0] == Colour(grey: 254))
  }
}
