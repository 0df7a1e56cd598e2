internal import ReactiveTraits
internal import ThreadPool

/// The photos that meet a query.
struct SearchMatches: Sendable {
  /// For each block of the index.
  let blocks: [BlockMatches]
  /// For each condition in order.
  let hidden: [SearchResult.Hidden]

  /// Searches on a few threads. After a cancellation the result is meaningless.
  init(
    of query: SearchQuery, in blocks: [PhotoBlock], sorted order: SearchOrder,
    _ cancellation: Cancellation
  ) {
    let needsFacts = query.needsHeaders || order.needsFacts
    // Several small blocks are processed together.
    let matches = ThreadPool.shared.map(blocks, atOnce: 16, cancellation) { block in
      BlockMatches(of: query, in: block, needsFacts: needsFacts, cancellation)
    }
    self.blocks = matches
    hidden = query.terms.enumerated().map { index, term in
      SearchResult.Hidden(term: term.text, count: matches.reduce(0) { $0 + $1.hidden[index] })
    }
  }
}
