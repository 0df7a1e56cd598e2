import PhotoCodecs
import Testing

@Suite struct RasterTests {
  @Test func `a new raster is all of one colour`() {
    let raster = Raster(size: PixelSize(width: 5, height: 3), filledWith: Colour(1, 2, 3))
    #expect(raster.difference(from: Raster(size: raster.size) { _, _ in Colour(1, 2, 3) }) == nil)
    #expect(Raster.bytes(of: raster.size) == 60)
  }

  @Test func `a frame can be copied to another`() {
    let raster = Raster(size: PixelSize(width: 6, height: 4)) { x, y in Colour(UInt8(x), UInt8(y), 0) }
    raster.copy(PixelRect(x: 1, y: 1, width: 2, height: 3), to: PixelRect(x: 4, y: 0, width: 2, height: 3))
    let wanted = Raster(size: raster.size) { x, y in
      x >= 4 && y < 3 ? Colour(UInt8(x - 3), UInt8(y + 1), 0) : Colour(UInt8(x), UInt8(y), 0)
    }
    #expect(raster.difference(from: wanted) == nil)
  }

  @Test(arguments: [
    (0, 0, 5, 3, true), (4, 2, 1, 1, true), (0, 0, 6, 3, false), (0, 1, 5, 3, false), (-1, 0, 2, 2, false),
    (0, -1, 2, 2, false), (0, 0, 0, 1, false), (0, 0, 1, 0, false),
  ])
  func `a frame lies inside of a picture or not`(x: Int, y: Int, width: Int, height: Int, isInside: Bool) {
    #expect(
      PixelRect(x: x, y: y, width: width, height: height).isInside(PixelSize(width: 5, height: 3)) == isInside
    )
  }
}
