internal import ReactiveTraits
internal import Synchronization
internal import ThreadPool

/// The photos that meet a query, for each block of an index.
struct SearchMatches: Sendable {
  private static let maxThreads = 4

  /// For each block.
  private(set) var blocks: [SearchMatcher.Matches]
  /// For each condition in order, how many photos meet all others.
  private(set) var hidden: [Int]

  /// Looks on a few threads. What it returns when cancelled should be dropped.
  ///
  /// - Parameter readsHeaders: whether to read the headers that are not known yet and on which the query depends.
  init(
    of query: SearchQuery, in blocks: [PhotoBlock], readsHeaders: Bool, _ cancellation: Cancellation
  ) {
    let found = Locked((blocks: [(Int, [SearchMatcher.Matches])](), hidden: query.terms.map { _ in 0 }))
    let next = Atomic(0)
    // Several small blocks are taken together.
    let step = readsHeaders ? 1 : 16
    ThreadPool.shared.parallel(min(Self.maxThreads, (blocks.count + step - 1) / step)) { _ in
      var matcher = SearchMatcher(
        query, facts: readsHeaders ? .read(isCancelled: { cancellation.isCancelled }) : .known)
      var matches: [(Int, [SearchMatcher.Matches])] = []
      while !cancellation.isCancelled {
        let start = next.add(step, ordering: .relaxed).oldValue
        guard start < blocks.count else { break }
        let part = blocks[start..<min(start + step, blocks.count)]
        matches.append((start, part.map { matcher.matches(in: $0) }))
      }
      let (own, hidden) = (matches, matcher.hidden)
      found.withLock { found in
        found.blocks += own
        for index in hidden.indices { found.hidden[index] += hidden[index] }
      }
    }
    let all = found.withLock { $0 }
    self.blocks = all.blocks.sorted { $0.0 < $1.0 }.flatMap(\.1)
    hidden = all.hidden
  }
}
