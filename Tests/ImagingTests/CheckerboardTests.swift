import Testing

@testable import Imaging

@Suite struct CheckerboardTests {
  @Test func `transparent pictures lie on white and light grey squares, 24 on the longer side`() {
    let size = PixelSize(width: 240, height: 120)
    let raster = Raster(size: size, filledWith: .transparent)
    raster.lay(over: Checkerboard(behind: size))
    for (x, y, grey) in [(0, 0, 255), (9, 9, 255), (10, 0, 204), (0, 10, 204), (10, 10, 255)] {
      let level = UInt8(grey)
      #expect(raster[x, y] == Colour(red: level, green: level, blue: level), "\(x), \(y)")
    }
    // Squares have four pixels at least.
    let small = Checkerboard(behind: PixelSize(width: 8, height: 8))
    #expect([small[3, 0], small[4, 0], small[7, 7]] == [255, 204, 255])
  }

  @Test func `half of a colour lets half of the square through, rounded`() {
    let half = Colour(red: 255, green: 0, blue: 101, alpha: 128)
    let raster = Raster(size: PixelSize(width: 1, height: 1), filledWith: half)
    raster.lay(over: Checkerboard(behind: raster.size))
    #expect(raster[0, 0] == Colour(red: 255, green: 127, blue: 178))
  }
}
