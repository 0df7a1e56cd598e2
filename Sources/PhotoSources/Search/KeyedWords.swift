package import ReactiveTraits
internal import ThreadPool

/// What bare words, which are looked for in paths, would find as people, keywords and titles.
struct KeyedWords: Sendable {
  /// Those that find anything, in the order of the words.
  let found: [SearchResult.KeyedWord]
  /// For each block of the index, the photos whose headers aren't known, and which count as not
  /// found; empty if there are no bare words.
  let unread: [PhotoSet]

  /// Searches on a few threads. After a cancellation the result is meaningless.
  init(of query: SearchQuery, in blocks: [PhotoBlock], _ cancellation: Cancellation) {
    let terms = query.keyedWords
    guard !terms.isEmpty else {
      (found, unread) = ([], [])
      return
    }
    let matches = ThreadPool.shared.map(blocks, atOnce: 16, cancellation) { block in
      block.matches(ofEach: terms, cancellation)
    }
    unread = matches.map(\.unread)
    found = terms.enumerated().compactMap { number, term in
      let count = matches.reduce(0) { $0 + $1.counts[number] }
      return count == 0 ? nil : SearchResult.KeyedWord(term: term.text, count: count)
    }
  }
}

extension PhotoSearch {
  /// Whoever has searched for words alone doesn't wait until more headers than these are read.
  private static let maxUnread = 5000

  /// What bare words of the query would find with keys before them, to explain an empty result: one
  /// value, then finished; never fails. Cold.
  ///
  /// - Parameter report: as for `result`.
  /// - Cost: reads the headers of all photos in `state` that aren't known; none if those are
  ///   thousands, which then count as not found.
  package func keyedWords(
    in state: PhotoIndexState, report: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) -> Single<[SearchResult.KeyedWord], Never> {
    .work { cancellation in
      defer { state.records?.save() }
      let known = KeyedWords(of: query, in: state.blocks, cancellation)
      let count = known.unread.reduce(0) { $0 + $1.count }
      guard count > 0, count <= Self.maxUnread else { return known.found }
      read(photos(known.unread, of: state.blocks), cancellation, report)
      return KeyedWords(of: query, in: state.blocks, cancellation).found
    }
  }

  private func photos(_ sets: [PhotoSet], of blocks: [PhotoBlock]) -> [IndexedPhoto] {
    zip(blocks, sets).flatMap { block, photos in
      photos.places.map { IndexedPhoto(block: block, index: $0) }
    }
  }
}

extension PhotoBlock {
  /// - Returns: for each term, how many photos meet it; and those whose headers aren't known.
  fileprivate func matches(
    ofEach terms: [SearchTerm], _ cancellation: Cancellation
  ) -> (counts: [Int], unread: PhotoSet) {
    var counts = Array(repeating: 0, count: terms.count)
    var unread = PhotoSet()
    let known = knownFacts
    for index in 0..<count where !cancellation.isCancelled {
      guard let facts = known[index] else {
        unread.insert(index)
        continue
      }
      for (number, term) in terms.enumerated() where term.isMet(by: facts) { counts[number] += 1 }
    }
    return (counts, unread)
  }
}
