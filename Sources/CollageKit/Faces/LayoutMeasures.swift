internal import Glibc
internal import Imaging
internal import PhotoCodecs
package import PhotoLayouts

/// Measures of a layout's quality.
package struct LayoutMeasures: Hashable, Sendable {
  /// The share of a photo that is cropped, 0 to 1, averaged over all photos.
  package let meanCrop: Double
  package let worstCrop: Double
  /// The part of the area meant for photos that stays empty, 0 to 1.
  package let emptyShare: Double
  /// The area of the largest frame divided by that of the smallest, each relative to its photo's
  /// weight; 1 if all are in proportion.
  package let sizeRatio: Double
  /// The area of the smallest frame as a share of the canvas, 0 to 1.
  package let smallestShare: Double
  /// The Kullback-Leibler divergence of the frames' areas from the photos' weights; 0 if they are
  /// in proportion.
  package let unevenness: Double
  /// The largest distortion of a photo's proportions, as a share; 0 apart from rounding.
  package let aspectError: Double
  /// The largest factor by which a photo is enlarged; below 1 if all are reduced.
  package let enlargement: Double
  /// How many pairs of photos can't be read in their order.
  package let inversions: Int
  /// How many pairs of edges nearly meet.
  package let nearlyMeetingEdges: Int
  /// How many faces are known: those that a file declares, and those that were looked for because
  /// their photo is cropped.
  package let faces: Int
  /// How many of them are cut.
  package let cutFaces: Int
  /// How many are whole, but close to an edge where the crop cuts.
  package let crowdedFaces: Int

  package init(_ placements: [Placement], in layout: CollageLayout, weights: [Double]) {
    let count = Double(placements.count)
    let crops = placements.map(\.croppedShare)
    meanCrop = crops.reduce(0, +) / count
    worstCrop = crops.max() ?? 0
    emptyShare = layout.emptyShare
    let areas = placements.map { Double($0.frame.photoSize.pixels) }
    let whole = areas.reduce(0, +)
    smallestShare = (areas.min() ?? 0) / Double(layout.canvas.pixels)
    let sizes = zip(areas, weights).map { $0 / $1 }
    sizeRatio = (sizes.max() ?? 1) / (sizes.min() ?? 1)
    let weight = weights.reduce(0, +)
    let divergence: [Double] = zip(areas, weights).map { area, wanted in
      wanted / weight * log((wanted / weight) / (area / whole))
    }
    unevenness = max(divergence.reduce(0, +), 0)
    aspectError =
      placements.map { placement in
        abs(placement.enlargement / placement.enlargementDown - 1)
      }.max() ?? 0
    enlargement = placements.map(\.enlargement).max() ?? 0
    inversions = layout.inversions
    nearlyMeetingEdges = layout.nearlyMeetingEdges
    faces = placements.map(\.faceCount).reduce(0, +)
    cutFaces = placements.map(\.cutFaces).reduce(0, +)
    crowdedFaces = placements.map(\.crowdedFaces).reduce(0, +)
  }
}

extension Placement {
  /// The frame's width in pixels for each pixel of the photo that it shows.
  package var enlargement: Double { Double(frame.photoSize.width) / crop.width }

  fileprivate var enlargementDown: Double { Double(frame.photoSize.height) / crop.height }
}
