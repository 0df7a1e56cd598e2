package import ReactiveTraits
internal import Synchronization
internal import ThreadPool

/// A search for photos, which can be run on any state of an index.
package struct PhotoSearch: Sendable {
  let query: SearchQuery
  private let order: SearchOrder
  private let limit: Int?
  private let readsFacts: Bool

  /// - Parameters:
  ///   - limit: the maximum number of photos to return, the first in order; nil for all.
  ///   - readsFacts: whether the facts of all photos that are returned are needed.
  package init(
    _ query: SearchQuery, order: SearchOrder = .name, limit: Int? = nil, readsFacts: Bool = false
  ) {
    self.query = query
    self.order = order
    self.limit = limit
    self.readsFacts = readsFacts
  }

  /// The photos in `state` that meet the query: one value, then finished; never fails. Cold.
  ///
  /// Runs in the background on a few threads, or on the waiting thread and those that are free.
  /// Cancelling stops it between two photos, or within a header.
  ///
  /// - Parameter report: called with the number of photos whose headers were read so far, and of
  ///   those that are to be read, on any thread.
  /// - Cost: less than a microsecond per photo if the query has only words and formats, or if the
  ///   headers of those that meet them are known; else reading these. Headers are kept in the index
  ///   and in its records, so the next search is fast.
  package func result(
    in state: PhotoIndexState, report: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) -> Single<SearchResult, Never> {
    .work { cancellation in run(state, cancellation, report) }
  }

  private func run(
    _ state: PhotoIndexState, _ cancellation: Cancellation,
    _ report: @escaping @Sendable (Int, Int) -> Void
  ) -> SearchResult {
    defer { state.records?.save() }
    var matches = SearchMatches(of: query, in: state.blocks, sorted: order, cancellation)
    let unread = matches.unread(in: state.blocks)
    if !unread.isEmpty {
      read(unread, cancellation, report)
      matches = SearchMatches(of: query, in: state.blocks, sorted: order, cancellation)
    }
    let hits = sorted(matches.photos(in: state.blocks), cancellation)
    let shown = Array(hits.prefix(limit ?? hits.count))
    if readsFacts {
      read(shown.filter { !$0.block.isKnown($0.index) }, cancellation, report)
    }
    return SearchResult(
      photos: shown, matchCount: hits.count, searchedCount: state.photoCount,
      hidden: matches.hidden)
  }

  /// Reads the headers of photos, and keeps them in the index.
  func read(
    _ photos: [IndexedPhoto], _ cancellation: Cancellation,
    _ report: @escaping @Sendable (Int, Int) -> Void
  ) {
    let done = Atomic(0)
    let _: [Bool] = ThreadPool.shared.mapFiles(photos, cancellation) { photo in
      _ = photo.facts(isCancelled: { cancellation.isCancelled })
      report(done.add(1, ordering: .relaxed).newValue, photos.count)
      return nil
    }
  }

  private func sorted(_ photos: [IndexedPhoto], _ cancellation: Cancellation) -> [IndexedPhoto] {
    guard !cancellation.isCancelled else { return [] }
    let ranks = order.ranks(of: photos)
    let places = ThreadPool.shared.sorted(Array(photos.indices), cancellation) { first, second in
      if ranks[first] != ranks[second] { return ranks[first] > ranks[second] }
      return order.areInOrder(photos[first], photos[second])
    }
    return places.map { photos[$0] }
  }
}

extension SearchMatches {
  /// Those of the photos that were searched that meet the query.
  fileprivate func photos(in searched: [PhotoBlock]) -> [IndexedPhoto] {
    photos(in: searched, \.photos)
  }

  /// Those whose headers the query depends on, and that aren't known.
  fileprivate func unread(in searched: [PhotoBlock]) -> [IndexedPhoto] {
    photos(in: searched, \.unread)
  }

  private func photos(
    in searched: [PhotoBlock], _ part: (BlockMatches) -> PhotoSet
  ) -> [IndexedPhoto] {
    zip(searched, blocks).flatMap { block, matches in
      part(matches).places.map { IndexedPhoto(block: block, index: $0) }
    }
  }
}
