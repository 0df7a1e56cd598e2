import Imaging
import Testing

@testable import PhotoCodecs

/// How gains become the values of a map.
@Suite struct GainRangeTests {
  private static let size = PixelSize(width: 200, height: 200)

  private func range(_ stops: (Int, Int) -> Double) throws -> GainRange? {
    GainRange(fitting: try GainPlaneTests.plane(Self.size, stops), threads: 3)
  }

  private func stops(_ value: UInt8, _ range: GainRange) -> Double {
    Double((Int(value) - range.zero) * range.step) / Double(GainRange.unit)
  }

  @Test(arguments: [(0.0, 2.3), (-0.7, 3.1), (-4.2, 0.3), (-2, 0), (-0.01, 16), (0, 0.0700)])
  func `all gains are coded, and no gain exactly`(least: Double, most: Double) throws {
    let range = try #require(
      try range { x, y in y < 20 ? 0 : least + (most - least) * Double(x) / 199 })
    let value = { range.value(of: Int(($0 * Double(GainPlane.stepsPerStop)).rounded())) }
    #expect(stops(value(0), range) == 0)
    let width = Double(range.step) / Double(GainRange.unit)
    #expect(width < (most - least) / 255 * 1.02 + 0.001)
    for gain in stride(from: least, through: most, by: (most - least) / 100) {
      #expect(abs(stops(value(gain), range) - gain) < width / 2 + 0.02, "\(gain)")
    }
    #expect(range.least <= 0 && range.most >= 0)
  }

  @Test func `single pixels don't make all others coarser`() throws {
    let range = try #require(try range { x, y in x == 7 && y == 7 ? 20 : x < 100 ? 0 : 2 })
    // Steps are rounded up.
    #expect((0..<255).contains(range.most - 2 * GainRange.unit) && range.least == 0)
    #expect(range.value(of: 20 * GainPlane.stepsPerStop) == 255)
    #expect(range.value(of: -GainPlane.stepsPerStop) == 0)
  }

  @Test func `negligible gains have no map`() throws {
    #expect(try range { _, _ in 0 } == nil)
    #expect(try range { x, _ in x % 2 == 0 ? 0.04 : -0.04 } == nil)
    #expect(try range { x, _ in x % 2 == 0 ? 0.08 : -0.04 } != nil)
  }

  @Test func `a collage needs the most headroom, but not that of an exception`() {
    func headroom(_ shares: (Double, Double)...) -> Double? {
      shares.map { HeadroomShare(headroom: $0.0, area: $0.1) }.ofCollage
    }
    #expect(headroom() == nil)
    #expect(headroom((16, 1)) == 16)
    #expect(headroom((2.3, 1), (2, 1), (3, 0.2)) == 3)
    #expect(headroom((2.3, 1), (16, 1), (2, 1)) == 2.3)
    #expect(headroom((2.3, 1), (16, 4), (2, 1)) == 16)
    #expect(headroom((2, 1), (4, 1)) == 4)
  }
}
