internal import Imaging
internal import PhotoCodecs
internal import ReactiveTraits

/// The photos of a block that meet a query.
struct BlockMatches: Sendable {
  private(set) var photos: PhotoSet
  /// Those that meet the conditions on words and formats but whose header isn't known yet;
  /// empty if none counts.
  private(set) var unread = PhotoSet()
  /// For each condition in order, how many photos meet all others.
  private(set) var hidden: [Int]

  /// A photo whose header isn't known yet meets no condition that needs it.
  ///
  /// - Parameter needsFacts: whether headers count, for the query or for the order of its results.
  /// - Cost: words are searched for in all names of the block together.
  init(of query: SearchQuery, in block: PhotoBlock, needsFacts: Bool, _ cancellation: Cancellation)
  {
    // Conditions that need no header come first, so that headers are needed only of photos that
    // meet all of them.
    (photos, hidden) = Self.candidates(for: query, in: block)
    guard needsFacts else { return }
    let known = block.knownFacts
    photos.forEach { if !known.contains($0) { unread.insert($0) } }
    guard query.needsHeaders else { return }
    let candidates = photos.subtracting(unread)
    photos = PhotoSet()
    candidates.forEach { index in
      guard !cancellation.isCancelled, let facts = known[index] else { return }
      var failed: Int?
      for (number, term) in query.terms.enumerated()
      where term.needsHeader && !term.isMet(by: facts) {
        if failed != nil { return }
        failed = number
      }
      if let failed { hidden[failed] += 1 } else { photos.insert(index) }
    }
  }

  /// The photos that meet the terms that don't need the header.
  ///
  /// A photo counts as hidden by a term if that is the only one it fails. If there are terms that
  /// do need the header, that can't be known without reading it.
  private static func candidates(for query: SearchQuery, in block: PhotoBlock) -> (
    photos: PhotoSet, hidden: [Int]
  ) {
    let all = PhotoSet(first: block.count)
    var (failing, failingSeveral) = (PhotoSet(), PhotoSet())
    let failures = query.terms.map { term in
      let failures = term.needsHeader ? PhotoSet() : all.subtracting(term.photos(in: block))
      failingSeveral = failingSeveral.union(failing.intersection(failures))
      failing = failing.union(failures)
      return failures
    }
    let hidden = failures.map { query.needsHeaders ? 0 : $0.subtracting(failingSeveral).count }
    return (all.subtracting(failing), hidden)
  }
}

extension SearchTerm {
  /// The photos that meet it; none if that depends on their headers.
  fileprivate func photos(in block: PhotoBlock) -> PhotoSet {
    var found = PhotoSet()
    switch condition {
    case .word(let word): found = block.foldedPaths.places(containing: word)
    case .format(let format):
      for index in 0..<block.count where block.pictures[index].format == format {
        found.insert(index)
      }
    case .date, .begins, .dayOfYear, .shape, .longSide, .rating, .rejected, .favourite, .text: break
    }
    return isNegated ? PhotoSet(first: block.count).subtracting(found) : found
  }

  /// Whether a photo meets it, judging by its header; false if that can't be read, or isn't needed.
  func isMet(by facts: PhotoFacts) -> Bool {
    let isMet: Bool? =
      switch condition {
      case .date(let range): facts.owner.moment.map { range.contains($0.digits) }
      case .begins(let range): facts.owner.moment.map { range.contains($0.start.digits) }
      // A file that was merely copied today shows nothing of today.
      case .dayOfYear(let day):
        facts.owner.moment.map { $0.source != .file && $0.digits / 1_000_000 % 10_000 == day }
      case .shape(let isMet): facts.size.map { isMet($0.width, $0.height) }
      case .longSide(let pixels): facts.size.map { max($0.width, $0.height) >= pixels }
      case .rating(let stars): facts.owner.rating.map { $0 >= stars } ?? false
      case .rejected: facts.owner.isRejected
      case .favourite: facts.owner.isFavourite
      case .text(let kind, let words): facts.owner.contains(words, in: kind)
      case .word, .format: nil
      }
    return isMet.map { $0 != isNegated } ?? false
  }
}

extension OwnerFacts {
  /// Whether one of its texts contains folded bytes.
  fileprivate func contains(_ words: [UInt8], in kind: SearchTerm.Text) -> Bool {
    let texts =
      switch kind {
      case .person: people
      case .keyword: keywords
      case .title: title.map { [$0] } ?? []
      }
    return texts.contains { TextFolding.folded(Array($0.utf8)[...]).contains(words) }
  }
}
