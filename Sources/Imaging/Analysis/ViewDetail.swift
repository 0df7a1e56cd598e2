/// The details of a picture, to tell a view from another one that is merely composed alike.
///
/// Each of 64 regions is compared by itself, at a shift of its own, because a turned or moved
/// camera shifts them differently. Of 93 photographs, nineteen of twenty slightly moved ones have
/// at least 0.72 in common with the original, painted landscapes with the same horizon at most
/// 0.73.
package struct ViewDetail: Sendable {
  private static let side = GreyGrid.side
  /// The cells of a row and of a column of a region.
  private static let regionSide = 8
  /// By how many cells a region may be shifted relative to the whole picture.
  private static let freedom = 2
  /// The mean square of a gradient below which it is noise.
  private static let minEnergy = 4
  /// How many regions must lie in both pictures.
  private static let minRegions = 16

  private let gradients: RankGradients

  /// - Cost: 30 µs.
  package init(_ greys: GreyGrid) {
    gradients = RankGradients(greys.values.map(Int32.init), side: Self.side, divisor: 128)
  }

  /// How much the regions of two pictures have in common, on average: at most 1.
  ///
  /// - Parameter match: that of the pictures' sketches.
  /// - Cost: 40 µs.
  package func similarity(to other: ViewDetail, at match: ViewSketch.Match) -> Double {
    var sum = 0.0
    var count = 0
    for top in stride(from: 0, to: Self.side, by: Self.regionSide) {
      for left in stride(from: 0, to: Self.side, by: Self.regionSide) {
        guard let found = similarity(to: other, left, top, 2 * match.x, 2 * match.y) else {
          continue
        }
        sum += found
        count += 1
      }
    }
    return count < Self.minRegions ? 0 : sum / Double(count)
  }

  /// Of one region, at its best shift; nil if the other picture doesn't have it.
  private func similarity(to other: ViewDetail, _ left: Int, _ top: Int, _ x: Int, _ y: Int)
    -> Double?
  {
    let places = 0...(Self.side - Self.regionSide)
    var best: Double?
    for shiftY in (y - Self.freedom)...(y + Self.freedom) {
      for shiftX in (x - Self.freedom)...(x + Self.freedom)
      where places.contains(left - shiftX) && places.contains(top - shiftY) {
        let found = gradients.similarity(
          of: PixelRect(x: left, y: top, width: Self.regionSide, height: Self.regionSide),
          to: other.gradients, left - shiftX, top - shiftY,
          minEnergy: Self.minEnergy * Self.regionSide * Self.regionSide)
        best = max(best ?? -1, found)
      }
    }
    return best
  }
}
