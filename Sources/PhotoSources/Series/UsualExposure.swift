internal import Imaging

/// How photos of a view are exposed if they are well exposed: as most of a series are.
///
/// Fewer than three photos can't tell. Then a middling brightness hardly counts, because views
/// differ, but clipped pixels count more, and a photo whose brightest pixels are far from white
/// counts as too dark. Of 210 views, that prefers 94 % of the originals to overexposed photos of
/// the same view, and 97 % to underexposed ones.
struct UsualExposure {
  /// Of the brightest pixels, as `Exposure.highlight`: from here on they are bright enough.
  private static let brightEnough = 200
  /// As `Exposure.mean`: 110 of 255.
  private static let middling = 110 * 64
  /// As `Exposure.clipped`: of most photos.
  private static let ordinarilyClipped = 10

  /// As `Exposure.mean`.
  private let brightness: Int
  /// These count in thousandths of a photo's worth.
  private let brightnessWeight: Int
  /// The share of clipped pixels that the view has anyway, as `Exposure.clipped`.
  private let clipped: Int
  private let clippingWeight: Int
  private let darknessWeight: Int

  /// - Parameter photos: of one series.
  init(of photos: [SeriesPhoto]) {
    guard photos.count > 2 else {
      brightness = Self.middling
      clipped = Self.ordinarilyClipped
      brightnessWeight = 50
      clippingWeight = 900
      darknessWeight = 1500
      return
    }
    let exposures = photos.map(\.traits.exposure)
    brightness = exposures.map(\.mean).sorted()[photos.count / 2]
    clipped = exposures.map(\.clipped).sorted()[photos.count / 2]
    brightnessWeight = 300
    clippingWeight = 600
    darknessWeight = 0
  }

  /// How much more than usual is clipped in the second photo than in the first, in thousandths of a
  /// photo's worth.
  func clipping(_ first: Exposure, against second: Exposure) -> Int {
    clippingWeight * (max(second.clipped, clipped) - max(first.clipped, clipped)) / 1000
  }

  /// How much brighter or darker than usual the second photo is than the first, in thousandths of a
  /// photo's worth.
  func brightness(_ first: Exposure, against second: Exposure) -> Int {
    brightnessWeight * (deviation(second) - deviation(first)) / 1000
      + darknessWeight * (Self.darkness(second) - Self.darkness(first)) / 1000
  }

  /// How far a photo's brightness is from that, in thousandths.
  private func deviation(_ exposure: Exposure) -> Int {
    1000 * abs(exposure.mean - brightness) / max(exposure.mean + brightness, 1)
  }

  /// How far the brightest pixels are from being bright enough, in thousandths.
  private static func darkness(_ exposure: Exposure) -> Int {
    1000 * max(brightEnough - exposure.highlight, 0) / brightEnough
  }
}
