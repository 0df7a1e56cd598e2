import Imaging
import Testing

@testable import CollageKit

@Suite struct CanvasGroundTests {
  @Test func `rows get their colour when they are needed, and photos keep theirs`() throws {
    let size = PixelSize(width: 4, height: 6)
    let raster = try Raster(
      canvas: size, filledWith: .white, in: .sRGB, except: [PixelRect(size)])
    let photo = PixelRect(x: 1, y: 1, width: 2, height: 4)
    let ground = CanvasGround(raster, .pureRed, except: [photo])
    func colours(ofRow y: Int) -> [Colour] { (0..<4).map { raster[$0, y] } }
    ground.fill(above: 2)
    ground.fill(above: 1)
    #expect(colours(ofRow: 0) == Array(repeating: .pureRed, count: 4))
    #expect(colours(ofRow: 1) == [.pureRed, .transparent, .transparent, .pureRed])
    #expect(colours(ofRow: 2) == Array(repeating: .transparent, count: 4))
    // What is drawn meanwhile stays, and rows aren't filled twice.
    raster.copy(
      PixelRect(x: 0, y: 0, width: 2, height: 1), of: Raster(size: size, filledWith: .black),
      to: PixelRect(x: 1, y: 4, width: 2, height: 1))
    raster.copy(
      PixelRect(x: 0, y: 0, width: 1, height: 1), of: Raster(size: size, filledWith: .black),
      to: PixelRect(x: 0, y: 0, width: 1, height: 1))
    ground.fill(above: 100)
    #expect(colours(ofRow: 0) == [.black, .pureRed, .pureRed, .pureRed])
    #expect(colours(ofRow: 4) == [.pureRed, .black, .black, .pureRed])
    #expect(colours(ofRow: 5) == Array(repeating: .pureRed, count: 4))
  }
}
