import Imaging
import PhotoCodecs
import Testing

struct CopiedFrameTests {
  /// Shown as large as it is, a photo needs no filter; shown a fraction of a millionth of a pixel
  /// away from that, it goes through light and back.
  @Test func `a photo shown as large as it is keeps every one of its codes`() {
    let source = Raster(size: PixelSize(width: 256, height: 8)) { x, y in
      Colour(red: UInt8(x), green: UInt8(255 - x), blue: UInt8(truncatingIfNeeded: x * 7 + y))
    }
    let frame = Frame(x: 0, y: 0, width: 256, height: 8)
    let copied = Raster(size: source.size, filledWith: .white)
    copied.draw(source, showing: Region(source.size), into: frame)
    let filtered = Raster(size: source.size, filledWith: .white)
    filtered.draw(source, showing: Region(x: 1e-5, y: 1e-5, width: 256, height: 8), into: frame)
    for y in 0..<8 {
      for x in 0..<256 {
        #expect(copied[x, y] == source[x, y])
        #expect(filtered[x, y] == source[x, y])
      }
    }
  }

  @Test func `a part of a photo is copied from where it lies`() {
    let source = Raster(size: PixelSize(width: 20, height: 10)) { x, y in
      Colour(red: UInt8(x), green: UInt8(y), blue: 9)
    }
    let target = Raster(size: PixelSize(width: 12, height: 7), filledWith: .white)
    target.draw(
      source, showing: Region(x: 5, y: 3, width: 9, height: 5),
      into: Frame(x: 2, y: 1, width: 9, height: 5))
    for y in 0..<7 {
      for x in 0..<12 {
        let isInside = (2..<11).contains(x) && (1..<6).contains(y)
        let expected = isInside ? Colour(red: UInt8(x + 3), green: UInt8(y + 2), blue: 9) : .white
        #expect(target[x, y] == expected)
      }
    }
  }
}
