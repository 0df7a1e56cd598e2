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

  init(_ addresses: [PhotoAddress]) {
    self.addresses = addresses
    result = nil
    series = []
    wanted = nil
  }

  init(_ series: [PhotoSeries], of result: SeriesResult, wanted: Int) {
    addresses = series.map { .file(result.photos[$0.best].path) }
    self.result = result
    self.series = series
    self.wanted = wanted
  }
}
