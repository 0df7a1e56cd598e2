package import OpenCombine
package import ReactiveTraits

/// The photos of another source, without those that have the same bytes as an earlier one.
package final class DistinctPhotos: PickerSource {
  private let source: any PickerSource
  private let finder: DuplicateFinder

  package init(_ source: any PickerSource, _ finder: DuplicateFinder) {
    self.source = source
    self.finder = finder
  }

  package var work: Completable<Never> { source.work }

  package func results(
    for request: PickerRequest, window: RelayStream<Range<Int>>
  ) throws(SearchTermError) -> AnyPublisher<PickerResults, Never> {
    // Results that arrive while duplicates are being looked for wait until that is done, and only
    // the latest is used. Otherwise nothing would be shown for as long as the source finds more.
    try source.results(for: request, window: window)
      .buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest)
      .flatMap(maxPublishers: .max(1)) { [finder] results in
        let files = results.hits.compactMap { if case .file(let photo) = $0 { photo } else { nil } }
        return finder.duplicates(among: files).map { duplicates in
          var distinct = results
          distinct.hits = PickerHits(
            results.hits.indices.filter { !duplicates.isRepeated($0) }.map { results.hits[$0] })
          return distinct
        }
      }
      .eraseToAnyPublisher()
  }
}
