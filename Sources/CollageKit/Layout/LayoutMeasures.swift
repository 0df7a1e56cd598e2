internal import PhotoCodecs

/// How good a layout is.
package struct LayoutMeasures: Hashable, Sendable {
  /// The part of a photo that is not seen, 0 to 1, over all photos.
  package let meanCrop: Double
  package let worstCrop: Double
  /// The part of the canvas that was meant for photos and shows none, 0 to 1.
  package let emptyShare: Double
  /// The smallest frame's area, compared with the mean.
  package let smallestArea: Double
  /// The Kullback-Leibler divergence of the frames' areas from the photos' weights; 0 when they agree.
  package let unevenness: Double
  /// By how much a photo is drawn wider or higher than it is, at worst, as a share; 0 always, up to rounding.
  package let aspectError: Double
  /// How much larger than its own pixels a photo is drawn, at most; below 1 when all are reduced.
  package let enlargement: Double

  package init(_ placements: [Placement], emptyShare: Double, weights: [Double]) {
    let count = Double(placements.count)
    let crops = placements.map(\.croppedShare)
    meanCrop = crops.reduce(0, +) / count
    worstCrop = crops.max() ?? 0
    self.emptyShare = emptyShare
    let areas = placements.map { Double($0.frame.size.pixels) }
    let whole = areas.reduce(0, +)
    smallestArea = (areas.min() ?? 0) / (whole / count)
    let weight = weights.reduce(0, +)
    unevenness = max(
      zip(areas, weights).map { ($1 / weight) * (($1 / weight) / ($0 / whole)).logarithm }.reduce(0, +), 0)
    aspectError =
      placements.map { placement in
        abs(placement.enlargement / placement.enlargementDown - 1)
      }.max() ?? 0
    enlargement = placements.map(\.enlargement).max() ?? 0
  }
}

extension Placement {
  /// How many pixels wide the frame is for each pixel of the photo that it shows.
  package var enlargement: Double { Double(frame.width) / crop.width }

  fileprivate var enlargementDown: Double { Double(frame.height) / crop.height }
}
