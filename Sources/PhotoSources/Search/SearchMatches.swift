internal import ReactiveTraits
internal import ThreadPool

/// The photos that meet a query.
struct SearchMatches: Sendable {
  /// For each block of the index.
  let blocks: [BlockMatches]
  /// For each condition in order.
  let hidden: [SearchResult.Hidden]

  /// Looks on a few threads. What it returns when cancelled should be dropped.
  ///
  /// - Parameter readsHeaders: whether to read the headers that are not known yet and on which the
  ///   query depends.
  init(
    of query: SearchQuery, in blocks: [PhotoBlock], readsHeaders: Bool, _ cancellation: Cancellation
  ) {
    // Several small blocks are taken together.
    let matches = ThreadPool.shared.map(blocks, atOnce: readsHeaders ? 1 : 16, cancellation) {
      block in
      BlockMatches(of: query, in: block, readsHeaders: readsHeaders, cancellation)
    }
    self.blocks = matches
    hidden = query.terms.enumerated().map { index, term in
      SearchResult.Hidden(term: term.text, count: matches.reduce(0) { $0 + $1.hidden[index] })
    }
  }
}
