import PhotoCodecs
import Testing

@testable import CollageKit

/// How much the mosaic crops, over many sets of photos and canvases.
@Suite struct MosaicQualityTests {
  @Test(arguments: [(4, 0.06), (6, 0.015)])
  func `four photos lose six percent in the mean, six lose one and a half`(count: Int, limit: Double) throws {
    let sets = 500
    var dice = Dice(UInt64(count))
    var sum = 0.0
    for _ in 0..<sets {
      let shapes = PhotoShape.common(count, &dice)
      for canvas in PixelSize.commonCanvases {
        let layout = try #require(LayoutChoice(LayoutRequest(shapes) { $0.canvas = .pixels(canvas) })[0])
        #expect(layout.emptyShare == 0)
        sum += layout.crops(of: shapes).reduce(0, +) / Double(count)
      }
    }
    let mean = sum / Double(sets * PixelSize.commonCanvases.count)
    #expect(mean <= limit)
  }

  @Test(arguments: [(12, 0.01), (20, 0.005), (100, 0.01)])
  func `many photos lose hardly anything`(count: Int, limit: Double) throws {
    var dice = Dice(UInt64(count))
    var crops: [Double] = []
    for canvas in PixelSize.commonCanvases.prefix(count > 50 ? 1 : 3) {
      let shapes = PhotoShape.common(count, &dice)
      let layout = try #require(LayoutChoice(LayoutRequest(shapes) { $0.canvas = .pixels(canvas) })[0])
      #expect(layout.emptyShare == 0)
      crops.append(layout.crops(of: shapes).reduce(0, +) / Double(count))
    }
    #expect(crops.reduce(0, +) / Double(crops.count) <= limit)
  }
}
