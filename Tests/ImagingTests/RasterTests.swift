import Imaging
import Testing

@Suite struct RasterTests {
  @Test func `a new raster is all of one colour`() {
    let raster = Raster(size: PixelSize(width: 5, height: 3), filledWith: Colour(1, 2, 3))
    #expect(raster.colours == Raster(size: raster.size) { _, _ in Colour(1, 2, 3) }.colours)
    #expect(Raster.bytes(of: raster.size) == 60)
  }

  @Test func `frames that will be drawn are left transparent, all else is filled`() throws {
    let frames = [(5, 0, 2, 4), (1, 1, 2, 2), (3, 1, 2, 1), (0, 3, 1, 1)].map {
      PixelRect(x: $0.0, y: $0.1, width: $0.2, height: $0.3)
    }
    let size = PixelSize(width: 8, height: 5)
    let raster = try Raster(canvas: size, filledWith: Colour(1, 2, 3), in: .sRGB, except: frames)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let isLeft = frames.contains {
          (0..<$0.width).contains(x - $0.x) && (0..<$0.height).contains(y - $0.y)
        }
        let wanted = isLeft ? Colour(red: 0, green: 0, blue: 0, alpha: 0) : Colour(1, 2, 3)
        #expect(raster[x, y] == wanted, "\(x), \(y)")
      }
    }
  }

  @Test func `a canvas that there is no memory for is an error`() {
    #expect(throws: OutOfMemory.self) {
      // More than a processor can address.
      _ = try Raster(
        canvas: PixelSize(width: 1 << 40, height: 1 << 20), filledWith: .white, in: .sRGB,
        except: [])
    }
  }

  @Test func `a frame can be copied to another`() {
    let raster = Raster(size: PixelSize(width: 6, height: 4)) { x, y in
      Colour(UInt8(x), UInt8(y), 0)
    }
    raster.copy(
      PixelRect(x: 1, y: 1, width: 2, height: 3), to: PixelRect(x: 4, y: 0, width: 2, height: 3))
    let wanted = Raster(size: raster.size) { x, y in
      x >= 4 && y < 3 ? Colour(UInt8(x - 3), UInt8(y + 1), 0) : Colour(UInt8(x), UInt8(y), 0)
    }
    #expect(raster.colours == wanted.colours)
  }

  @Test(arguments: [
    (0, 0, 5, 3, true), (4, 2, 1, 1, true), (0, 0, 6, 3, false), (0, 1, 5, 3, false),
    (-1, 0, 2, 2, false),
    (0, -1, 2, 2, false), (0, 0, 0, 1, false), (0, 0, 1, 0, false),
  ])
  func `a frame lies inside of a picture or not`(
    x: Int, y: Int, width: Int, height: Int, isInside: Bool
  ) {
    #expect(
      PixelRect(x: x, y: y, width: width, height: height).isInside(PixelSize(width: 5, height: 3))
        == isInside
    )
  }
}

extension Colour {
  fileprivate init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.init(red: red, green: green, blue: blue)
  }
}

extension Raster {
  /// Row by row.
  fileprivate var colours: [[Colour]] {
    (0..<size.height).map { y in (0..<size.width).map { x in self[x, y] } }
  }
}
