internal import Imaging

/// How photos of a view are exposed if they are well exposed: as most of a series are.
struct UsualExposure {
  /// As `Exposure.mean`.
  let brightness: Int
  /// The share of clipped pixels that the view has anyway, as `Exposure.clipped`.
  let clipped: Int

  /// - Parameter photos: of one series; if there are fewer than three, they can't tell, and a
  ///   middling brightness without clipped pixels counts as usual.
  init(of photos: [SeriesPhoto]) {
    guard photos.count > 2 else {
      (brightness, clipped) = (110 * 64, 0)
      return
    }
    let exposures = photos.map(\.traits.exposure)
    brightness = exposures.map(\.mean).sorted()[photos.count / 2]
    clipped = exposures.map(\.clipped).sorted()[photos.count / 2]
  }
}
