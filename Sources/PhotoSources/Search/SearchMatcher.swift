internal import PhotoCodecs

/// Decides which photos of a block meet a query. Each thread has its own, because it counts.
struct SearchMatcher {
  /// Where what headers say comes from.
  enum Facts {
    /// Headers are read as needed.
    case read(isCancelled: () -> Bool)
    /// A photo whose header was not read yet meets no condition that needs it.
    case known
  }

  /// The photos of a block that meet a query.
  struct Matches: Sendable {
    var photos = PhotoSet()
    /// Those that meet the conditions on words and formats, and whose header was not read yet.
    var unread = PhotoSet()
  }

  /// Those that need no header come first, so that a header is read only for photos that meet all of them.
  private let cheap: [(index: Int, term: SearchTerm)]
  private let costly: [(index: Int, term: SearchTerm)]
  private let facts: Facts
  /// For each term the number of photos that meet all others.
  private(set) var hidden: [Int]

  init(_ query: SearchQuery, facts: Facts) {
    let terms = query.terms.enumerated().map { (index: $0.offset, term: $0.element) }
    cheap = terms.filter { !$0.term.needsHeader }
    costly = terms.filter { $0.term.needsHeader }
    self.facts = facts
    hidden = Array(repeating: 0, count: terms.count)
  }

  /// The photos that meet all terms.
  ///
  /// - Cost: words are looked for in all names of the block at once.
  mutating func matches(in block: PhotoBlock) -> Matches {
    let candidates = candidates(in: block)
    switch facts {
    case .read(let isCancelled):
      guard !costly.isEmpty else { return Matches(photos: candidates) }
      return Matches(
        photos: filter(candidates, of: block) { index in
          isCancelled() ? nil : block.facts(index, isCancelled: isCancelled)
        })
    case .known:
      let known = block.knownFacts
      var unread = candidates
      if !known.isEmpty {
        unread = PhotoSet()
        candidates.forEach { if known[$0] == nil { unread.insert($0) } }
      }
      guard !costly.isEmpty else { return Matches(photos: candidates, unread: unread) }
      return Matches(
        photos: filter(candidates.subtracting(unread), of: block) { known[$0] }, unread: unread)
    }
  }

  /// The photos that meet the terms that need no header.
  ///
  /// A photo counts as hidden by a term if that is the only one it fails. With costly terms left this is not known
  /// without reading the header.
  private mutating func candidates(in block: PhotoBlock) -> PhotoSet {
    let all = PhotoSet(first: block.count)
    var (failing, failingSeveral) = (PhotoSet(), PhotoSet())
    let failures = cheap.map { index, term in
      let met = Self.photos(meeting: term, in: block)
      let failures = term.isNegated ? met : all.subtracting(met)
      failingSeveral = failingSeveral.union(failing.intersection(failures))
      failing = failing.union(failures)
      return (index, failures)
    }
    if costly.isEmpty {
      for (index, failures) in failures { hidden[index] += failures.subtracting(failingSeveral).count }
    }
    return all.subtracting(failing)
  }

  private static func photos(meeting term: SearchTerm, in block: PhotoBlock) -> PhotoSet {
    var found = PhotoSet()
    switch term.condition {
    case .word(let word): return block.foldedPaths.places(containing: word)
    case .format(let format):
      for index in 0..<block.count where block.picture(index).format == format { found.insert(index) }
    case .date, .landscape, .portrait, .square, .longSide: break
    }
    return found
  }

  /// Those of the candidates that meet the terms that need a header.
  ///
  /// - Parameter facts: what a photo's header says; nil to leave the photo out.
  private mutating func filter(
    _ candidates: PhotoSet, of block: PhotoBlock, _ facts: (Int) -> PhotoFacts?
  ) -> PhotoSet {
    var found = PhotoSet()
    candidates.forEach { index in
      guard let facts = facts(index) else { return }
      var failed: Int?
      for (term, condition) in costly where !Self.isMet(condition, facts, block.picture(index)) {
        if failed != nil { return }
        failed = term
      }
      if let failed { hidden[failed] += 1 } else { found.insert(index) }
    }
    return found
  }

  private static func isMet(_ term: SearchTerm, _ facts: PhotoFacts, _ picture: ScannedPicture) -> Bool {
    let isMet: Bool? =
      switch term.condition {
      case .date(let range): facts.date(of: picture).map { range.contains($0.digits) }
      case .landscape: facts.size.map { $0.width > $0.height }
      case .portrait: facts.size.map { $0.width < $0.height }
      case .square: facts.size.map { $0.width == $0.height }
      case .longSide(let pixels): facts.size.map { max($0.width, $0.height) >= pixels }
      case .word, .format: nil
      }
    return isMet.map { $0 != term.isNegated } ?? false
  }
}
