internal import Imaging

/// What a photo shows, ready to be compared in detail.
struct SeriesView: Sendable {
  /// By how much agreement may be missed and still be reached when one photo is enlarged: of views
  /// that were enlarged by a tenth, turned by 3 degrees or cropped by 8 %, all then reach it.
  private static let enlargedGain = 0.48

  private let greys: GreyGrid
  private let detail: ViewDetail

  init(_ greys: GreyGrid) {
    self.greys = greys
    detail = ViewDetail(greys)
  }

  /// Whether two photos have enough in common as wholes and in details, if need be when one of them
  /// is enlarged, because cameras move forwards and turn, too.
  ///
  /// - Parameters:
  ///   - match: that of their sketches.
  ///   - least: what the similarities of sketches and details must add up to.
  /// - Cost: 100 µs, or 250 where one is enlarged.
  func agrees(with other: SeriesView, at match: ViewSketch.Match, by least: Double) -> Bool {
    let agreement = agreement(with: other, at: match)
    if agreement >= least { return true }
    guard agreement >= least - Self.enlargedGain else { return false }
    let (enlarged, enlargedOther) = (greys.enlarged, other.greys.enlarged)
    let first = ViewSketch(enlarged).match(with: ViewSketch(other.greys))
    let second = ViewSketch(greys).match(with: ViewSketch(enlargedOther))
    guard max(first.similarity, second.similarity) > match.similarity else { return false }
    return first.similarity >= second.similarity
      ? SeriesView(enlarged).agreement(with: other, at: first) >= least
      : self.agreement(with: SeriesView(enlargedOther), at: second) >= least
  }

  /// At most 2.
  private func agreement(with other: SeriesView, at match: ViewSketch.Match) -> Double {
    match.similarity
      + (match.hasDetails ? detail.similarity(to: other.detail, at: match) : match.similarity)
  }
}
