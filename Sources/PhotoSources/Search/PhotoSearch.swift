internal import PhotoCodecs
package import ReactiveTraits
internal import ThreadPool

/// A search for photos, which can be run on any state of an index.
package struct PhotoSearch: Sendable {
  private let query: SearchQuery
  private let order: SearchOrder
  private let limit: Int?

  /// - Parameter limit: the maximum number of photos to return, the first in order; nil for all.
  package init(_ query: SearchQuery, order: SearchOrder = .name, limit: Int? = nil) {
    self.query = query
    self.order = order
    self.limit = limit
  }

  /// The photos in `state` that meet the query: one value, then finished; never fails. Cold.
  ///
  /// Runs in the background on a few threads, or on the waiting thread and those that are free.
  /// Cancelling stops it between two photos, or within a header.
  ///
  /// - Cost: less than a microsecond per photo if the query has only words and formats; else
  ///   reading the header of each photo that meets these. Headers are kept in the index, so the
  ///   next search is fast.
  package func result(in state: PhotoIndexState) -> Single<SearchResult, Never> {
    .work { cancellation in run(state, cancellation) }
  }

  private func run(_ state: PhotoIndexState, _ cancellation: Cancellation) -> SearchResult {
    let matches = SearchMatches(of: query, in: state.blocks, readsHeaders: true, cancellation)
    let found = zip(state.blocks, matches.blocks).flatMap { block, matches in
      matches.photos.places.map { IndexedPhoto(block: block, index: $0) }
    }
    let hits = sorted(found, cancellation)
    return SearchResult(
      photos: Array(hits.prefix(limit ?? hits.count)), matchCount: hits.count,
      searchedCount: state.photoCount, hidden: matches.hidden)
  }

  private func sorted(_ photos: [IndexedPhoto], _ cancellation: Cancellation) -> [IndexedPhoto] {
    var ranks = [Int](repeating: 0, count: photos.count)
    if order.needsFacts {
      let owners: [OwnerFacts] = ThreadPool.shared.map(photos, atOnce: 16, cancellation) {
        $0.facts(isCancelled: { cancellation.isCancelled }).owner
      }
      guard !cancellation.isCancelled else { return [] }
      ranks = order.ranks(of: owners)
    }
    let places = photos.indices.sorted {
      order.areInOrder(photos[$0], ranks[$0], photos[$1], ranks[$1])
    }
    return places.map { photos[$0] }
  }
}
