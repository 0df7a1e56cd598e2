package import PhotoSources

/// Photos that a `PhotoChooser` has chosen, and why.
package struct ChosenPhotos: Sendable {
  package let addresses: [PhotoAddress]
  /// Those that were compared; nil if all were taken.
  package let result: SeriesResult?
  /// For each address, the photos for which it stands; empty if all were taken.
  package let series: [PhotoSeries]
  /// How many were wanted; nil for all.
  package let wanted: Int?

  /// How many collages of this program were left out of folders.
  package let collageCount: Int
  /// How many pictures in folders below those that were named are left out.
  package let belowCount: Int

  /// All of those that were listed.
  init(_ all: ListedPhotos) {
    addresses = all.addresses
    result = nil
    series = []
    wanted = nil
    collageCount = all.collageCount
    belowCount = all.belowCount
  }

  init(_ series: [PhotoSeries], of result: SeriesResult, wanted: Int, collageCount: Int) {
    addresses = series.map { .file(result.photos[$0.best].path) }
    self.result = result
    self.series = series
    self.wanted = wanted
    self.collageCount = collageCount
    belowCount = 0
  }

  /// Where there are fewer different photos than wanted, one more is left out if only then they may
  /// be saved.
  ///
  /// - Parameter isAllowed: whether so many photos may be saved.
  package func allowed(by isAllowed: (Int) -> Bool) -> ChosenPhotos {
    let count = addresses.count
    guard let result, let wanted, count < wanted, !isAllowed(count), isAllowed(count - 1) else {
      return self
    }
    return ChosenPhotos(
      BestPhotos.chosen(count - 1, of: result), of: result, wanted: wanted,
      collageCount: collageCount)
  }
}
