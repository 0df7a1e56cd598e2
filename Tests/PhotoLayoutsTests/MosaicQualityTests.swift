import Imaging
import TestSupport
import Testing

@testable import PhotoLayouts

/// How much the mosaic crops, and how uneven its photos' sizes are, over many sets of photos from
/// phones and cameras, on six canvases and on automatic ones.
@Suite struct MosaicQualityTests {
  /// What is promised at a balance.
  private struct Limits {
    /// The mean share of a photo that is cropped.
    let crop: Double
    /// The area of the largest photo divided by that of the smallest, in nine of ten collages.
    let ratio: Double
    /// The same on automatic canvases, which crop little.
    let autoRatio: Double
  }

  private static let limits: [Int: Limits] = [
    2: Limits(crop: 0.295, ratio: 2.7, autoRatio: 2.7),
    3: Limits(crop: 0.2, ratio: 6.5, autoRatio: 4.2),
    4: Limits(crop: 0.15, ratio: 5.2, autoRatio: 3.2),
    5: Limits(crop: 0.092, ratio: 5.1, autoRatio: 3.8),
    6: Limits(crop: 0.082, ratio: 4.6, autoRatio: 3.5),
    7: Limits(crop: 0.071, ratio: 4.7, autoRatio: 3.6),
    8: Limits(crop: 0.07, ratio: 4.6, autoRatio: 3.7),
    9: Limits(crop: 0.066, ratio: 4.8, autoRatio: 4.1),
    10: Limits(crop: 0.06, ratio: 4.9, autoRatio: 4.6),
    11: Limits(crop: 0.057, ratio: 4.7, autoRatio: 4.3),
    12: Limits(crop: 0.051, ratio: 4.8, autoRatio: 4.2),
  ]

  @Test(arguments: 2...12)
  func `photos are cropped little, and their sizes are not far apart`(count: Int) throws {
    let figures = try Figures(count, balance: LayoutOptions().balance)
    print("\(count) photos: \(figures)")
    let limits = try #require(Self.limits[count])
    #expect(figures.meanCrop <= limits.crop)
    #expect(figures.ratio(0.9) <= limits.ratio)
    #expect(figures.autoRatio(0.9) <= limits.autoRatio)
  }

  /// Of 6 to 394 trees, the one that crops least, apart from a tenth of the divergence of the
  /// sizes.
  @Test(arguments: [(4, 0.06), (6, 0.015)])
  func `without balance four photos lose six percent in the mean, six lose one and a half`(
    count: Int, limit: Double
  ) throws {
    let figures = try Figures(count, balance: 0)
    print("\(count) photos, balance 0: \(figures)")
    #expect(figures.meanCrop <= limit)
  }

  @Test(arguments: [(20, 0.005), (100, 0.03)])
  func `many photos lose hardly anything`(count: Int, limit: Double) throws {
    var dice = Dice(UInt64(count))
    let shapes = PhotoShape.common(count, &dice)
    let layout = try #require(
      LayoutChoice(LayoutRequest(shapes) { $0.canvas = .pixels(.commonCanvases[0]) })[0])
    #expect(layout.emptyShare == 0)
    #expect(layout.crops(of: shapes).reduce(0, +) / Double(count) <= limit)
  }
}

/// What becomes of many random sets of photos.
private struct Figures: CustomStringConvertible {
  private var crops: [Double] = []
  private var ratios: [Double] = []
  private var autoRatios: [Double] = []

  init(_ count: Int, balance: Double) throws {
    var dice = Dice(UInt64(count))
    for _ in 0..<(count > 6 ? 60 : 400) {
      let shapes = PhotoShape.common(count, &dice)
      for canvas in [Canvas.auto] + PixelSize.commonCanvases.map(Canvas.pixels) {
        let request = LayoutRequest(shapes) {
          $0.canvas = canvas
          $0.balance = balance
        }
        let layout = try #require(LayoutChoice(request)[0])
        #expect(layout.emptyShare < 0.001)
        let areas = layout.frames.map { Double($0.size.pixels) }
        let ratio = areas.max()! / areas.min()!
        if canvas == .auto {
          autoRatios.append(ratio)
        } else {
          ratios.append(ratio)
          crops.append(layout.crops(of: shapes).reduce(0, +) / Double(count))
        }
      }
    }
    ratios.sort()
    autoRatios.sort()
  }

  var meanCrop: Double { crops.reduce(0, +) / Double(crops.count) }

  /// The area of the largest photo by that of the smallest, in this share of the collages.
  func ratio(_ share: Double) -> Double { ratios[Int(Double(ratios.count - 1) * share)] }

  func autoRatio(_ share: Double) -> Double {
    autoRatios[Int(Double(autoRatios.count - 1) * share)]
  }

  var description: String {
    func digits(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
    return """
      crop \(digits(meanCrop * 100)) %, largest/smallest \(digits(ratio(0.5))) in the median, \
      \(digits(ratio(0.9))) in nine of ten; on auto \(digits(autoRatio(0.5))), \(digits(autoRatio(0.9)))
      """
  }
}
