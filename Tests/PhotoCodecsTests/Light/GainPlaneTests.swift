import Imaging
import TestSupport
import Testing

@testable import PhotoCodecs

@Suite struct GainPlaneTests {
  private static let size = PixelSize(width: 16, height: 8)

  /// A plane with the same gain, in stops, everywhere.
  static func plane(_ size: PixelSize, _ stops: (Int, Int) -> Double) throws -> GainPlane {
    let plane = try GainPlane(size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        unsafe plane.values[y * size.width + x] = Int16(
          (stops(x, y) * Double(GainPlane.stepsPerStop)).rounded())
      }
    }
    return plane
  }

  @Test func `what covers a pixel takes its share of the gain`() throws {
    let plane = try Self.plane(Self.size) { _, _ in 2 }
    plane.keep(0.25, 3, 2)
    #expect(plane[3, 2] == 0.5 && plane[4, 2] == 2)
    plane.keep(0, inRow: 5, of: PixelRect(x: 2, y: 4, width: 3, height: 2))
    #expect((0..<16).map { plane[$0, 5] } == [2, 2, 0, 0, 0] + Array(repeating: 2, count: 11))
    plane.keep(0, inRow: 7, of: PixelRect(x: 2, y: 4, width: 3, height: 2))
    #expect(plane[2, 7] == 2)
  }

  @Test func `a layer covers by its opacity, also where it lies partly outside`() throws {
    let plane = try Self.plane(Self.size) { _, _ in 1 }
    let layer = try Raster(
      canvas: PixelSize(width: 4, height: 1), filledWith: .transparent, in: .sRGB, except: [])
    layer.withRow(0) { row in
      row[7] = 255
      row[11] = 51
    }
    plane.cover(withRow: 0, of: layer, at: PixelRect(x: 14, y: 3, width: 4, height: 1))
    #expect(plane[14, 3] == 1 && plane[15, 3] == 0)
    plane.cover(withRow: 0, of: layer, at: PixelRect(x: -2, y: 0, width: 4, height: 1))
    #expect(abs(plane[0, 0] - 0.8) < 0.001 && plane[1, 0] == 1)
  }

  @Test func `parts are copied`() throws {
    let plane = try Self.plane(Self.size) { x, y in Double(x) / 8 + Double(y) / 64 }
    let copy = try GainPlane(Self.size)
    copy.copy(
      PixelRect(x: 2, y: 1, width: 3, height: 2), of: plane,
      to: PixelRect(x: 9, y: 4, width: 3, height: 2))
    #expect(copy[9, 4] == plane[2, 1] && copy[11, 5] == plane[4, 2])
    #expect(copy[8, 4] == 0 && copy[12, 5] == 0 && copy[9, 6] == 0)
  }
}
