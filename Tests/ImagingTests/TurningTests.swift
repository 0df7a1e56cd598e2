import Imaging
import Testing

struct TurningTests {
  /// No pixel like another.
  private let picture = Raster(size: PixelSize(width: 5, height: 3)) { x, y in
    Colour(red: UInt8(40 * x), green: UInt8(80 * y), blue: 7)
  }

  @Test func `a picture is turned clockwise`() throws {
    let turned = try picture.turnedRight()
    #expect(turned.size == PixelSize(width: 3, height: 5))
    for y in 0..<3 { for x in 0..<5 { #expect(turned[2 - y, x] == picture[x, y]) } }
  }

  @Test(arguments: [(2, 1), (-2, -1), (6, 3), (20, 0), (-5, 0)])
  func `what is outside is left out of a copy`(x: Int, y: Int) {
    let raster = Raster(size: PixelSize(width: 8, height: 4), filledWith: .white)
    raster.copy(picture, atX: x, y: y)
    for row in 0..<4 {
      for column in 0..<8 {
        let isCopied = (0..<5).contains(column - x) && (0..<3).contains(row - y)
        #expect(raster[column, row] == (isCopied ? picture[column - x, row - y] : .white))
      }
    }
  }

  @Test func `the safe zone is what is left inside`() {
    let zone = SafeZone(of: PixelSize(width: 100, height: 60), inset: 10)
    #expect(zone.area == PixelRect(x: 10, y: 10, width: 80, height: 40) && !zone.isWholeCanvas)
    let frame = PixelRect(x: 0, y: 20, width: 50, height: 40)
    #expect(zone.insets(of: frame) == FrameInsets(left: 10, top: 0, right: 0, bottom: 10))
    // As much is left free on the right.
    #expect(zone.centredWidth(in: frame) == 30)
    #expect(zone.centredWidth(in: PixelRect(x: 0, y: 0, width: 15, height: 9)) == 15)
    #expect(zone.contains(PixelRect(x: 10, y: 10, width: 80, height: 40)) && !zone.contains(frame))
    #expect(SafeZone(of: PixelSize(width: 100, height: 60), inset: 0).isWholeCanvas)
    #expect(
      SafeZone(of: PixelSize(width: 9, height: 1), inset: 99).area.isInside(
        .init(width: 9, height: 1)))
  }
}
