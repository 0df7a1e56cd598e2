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
    let dated = ThreadPool.shared.map(found, atOnce: 16, cancellation) { photo in
      let date = order == .date ? photo.date(isCancelled: { cancellation.isCancelled }) : nil
      return (photo: photo, date: date?.digits ?? 0)
    }
    let hits =
      cancellation.isCancelled
      ? [] : dated.sorted { order.areInOrder($0.photo, $0.date, $1.photo, $1.date) }
    return SearchResult(
      photos: hits.prefix(limit ?? hits.count).map(\.photo), matchCount: hits.count,
      searchedCount: state.photoCount, hidden: matches.hidden)
  }
}
