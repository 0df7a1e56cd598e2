package import PhotoCodecs

/// Photos that show the same moment, and which of them is the best.
package struct PhotoSeries: Sendable {
  /// A photo for which the best one stands.
  package struct Other: Hashable, Sendable {
    /// Its index in the list.
    package let index: Int
    /// Why the best one is better; the most important reason first.
    package let reasons: [RatingReason]

    /// "sharper, less overexposed".
    package var explanation: String { reasons.map(\.description).joined(separator: ", ") }
  }

  /// The index of the best photo in the list.
  package let best: Int
  /// In the order of the list.
  package let others: [Other]
  /// When it was taken, by the most reliable of its photos.
  package let moment: MomentTaken?
  /// Where that stands in time among the others, in milliseconds; nil if nothing tells.
  package let time: Int?
}

/// What was found among some photos.
package struct SeriesResult: Sendable {
  /// Those that could be measured, in the order in which they were given.
  package let photos: [SeriesPhoto]
  /// In the order of their best photos.
  package let series: [PhotoSeries]
  /// In the order in which they were given.
  package let failures: [SeriesFailure]

  /// Without series of which all photos are rejected.
  ///
  /// - Parameter named: whether the photo at a place in the list was named by itself, so that it
  ///   counts whatever its rating.
  package func withoutRejected(except named: (Int) -> Bool = { _ in false }) -> SeriesResult {
    let kept = series.filter { series in
      let best = photos[series.best]
      return !best.owner.isRejected || named(best.place)
    }
    return SeriesResult(photos: photos, series: kept, failures: failures)
  }
}
