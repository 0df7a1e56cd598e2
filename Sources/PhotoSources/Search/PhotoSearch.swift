package import ReactiveTraits
internal import Synchronization
internal import ThreadPool

/// A search for photos, to be run on what an index holds.
package struct PhotoSearch: Sendable {
  private static let maxThreads = 4

  private let query: SearchQuery
  private let order: SearchOrder
  private let limit: Int?

  /// - Parameter limit: how many photos to return at most, the first in order; nil for all.
  package init(_ query: SearchQuery, order: SearchOrder = .name, limit: Int? = nil) {
    self.query = query
    self.order = order
    self.limit = limit
  }

  /// The photos in `state` that meet the query: one value, then finished; never fails. Cold.
  ///
  /// Runs in the background on a few threads, or on the waiting thread and those that are free. Cancelling stops it
  /// between two photos, or inside of a header.
  ///
  /// - Cost: less than a microsecond for each photo when only words and formats are asked for, else a header of each
  ///   photo that meets these. Headers are kept in the index, so the next search is fast.
  package func result(in state: PhotoIndexState) -> Single<SearchResult, Never> {
    .work { cancellation in run(state, cancellation) }
  }

  private func run(_ state: PhotoIndexState, _ cancellation: Cancellation) -> SearchResult {
    let matches = SearchMatches(of: query, in: state.blocks, readsHeaders: true, cancellation)
    let found = Locked<[SearchHit]>([])
    let next = Atomic(0)
    ThreadPool.shared.parallel(min(Self.maxThreads, matches.blocks.count)) { _ in
      let isCancelled = { cancellation.isCancelled }
      var hits: [SearchHit] = []
      while !cancellation.isCancelled {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < matches.blocks.count else { break }
        matches.blocks[index].photos.forEach { place in
          guard !cancellation.isCancelled else { return }
          let photo = IndexedPhoto(block: state.blocks[index], index: place)
          hits.append(SearchHit(photo: photo, date: order == .date ? photo.date(isCancelled: isCancelled) : nil))
        }
      }
      let own = hits
      found.withLock { $0 += own }
    }
    let hits = cancellation.isCancelled ? [] : found.withLock { $0 }.sorted(by: order.areInOrder)
    return SearchResult(
      photos: hits.prefix(limit ?? hits.count).map(\.photo), matchCount: hits.count, searchedCount: state.photoCount,
      hidden: zip(query.terms, matches.hidden).map { SearchResult.Hidden(term: $0.text, count: $1) })
  }
}
