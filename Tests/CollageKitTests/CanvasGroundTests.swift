import Imaging
import Testing

@testable import CollageKit

@Suite struct CanvasGroundTests {
  private let red = Colour(red: 255, green: 0, blue: 0)

  @Test func `rows get their colour when they are needed, and photos keep theirs`() throws {
    let size = PixelSize(width: 4, height: 6)
    let raster = try Raster(
      canvas: size, filledWith: .white, in: .sRGB, except: [PixelRect(size)])
    let photo = PixelRect(x: 1, y: 1, width: 2, height: 4)
    let ground = CanvasGround(raster, red, except: [photo])
    func colours(ofRow y: Int) -> [Colour] { (0..<4).map { raster[$0, y] } }
    ground.fill(above: 2)
    ground.fill(above: 1)
    #expect(colours(ofRow: 0) == Array(repeating: red, count: 4))
    #expect(colours(ofRow: 1) == [red, .transparent, .transparent, red])
    #expect(colours(ofRow: 2) == Array(repeating: .transparent, count: 4))
    // What is drawn meanwhile stays, and rows aren't filled twice.
    raster.copy(
      PixelRect(x: 0, y: 0, width: 2, height: 1), of: Raster(size: size, filledWith: .black),
      to: PixelRect(x: 1, y: 4, width: 2, height: 1))
    raster.copy(
      PixelRect(x: 0, y: 0, width: 1, height: 1), of: Raster(size: size, filledWith: .black),
      to: PixelRect(x: 0, y: 0, width: 1, height: 1))
    ground.fill(above: 100)
    #expect(colours(ofRow: 0) == [.black, red, red, red])
    #expect(colours(ofRow: 4) == [red, .black, .black, red])
    #expect(colours(ofRow: 5) == Array(repeating: red, count: 4))
  }
}
