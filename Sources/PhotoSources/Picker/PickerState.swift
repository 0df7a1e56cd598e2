/// What is searched for at one moment, and what was found. A value; copying it is cheap.
package struct PickerState: Sendable {
  /// The term as it is typed.
  package internal(set) var term: [UInt8] = []
  /// The term that is searched for.
  var searchedTerm: [UInt8] = []
  /// The error in the last term that was to be searched for; nil if there was none. If there is
  /// one, the hits are those of an earlier term.
  package internal(set) var termError: SearchTermError?
  package internal(set) var order: SearchOrder
  /// The latest results. While `isOutdated` they belong to an earlier search.
  var results = PickerResults()
  /// Increases with each of them.
  var resultsNumber = 0
  /// The photos of the results that are shown, in order.
  package internal(set) var hits = PickerHits()
  /// Increases with each change of the hits.
  var hitsNumber = 0
  /// The indices of the hits that are needed; it may end beyond the last one.
  var window = 0..<1
  /// Whether the picker was closed. Then nothing changes any more.
  package internal(set) var isClosed = false

  /// The number of the current source, in the order in which the picker got its sources; and how
  /// often a search was repeated.
  var sourceNumber = 0
  var attempt = 0
  /// The search whose results are expected, after the pause in typing; and the one that the hits
  /// belong to.
  var expected: PickerSearch?
  var answered: PickerSearch?

  // Series, see `PickerState+folding`.
  var series = KnownSeries()
  /// The hits, as far as some of them show the same; else nil.
  var folded: FoldedHits?
  /// Whether no series is folded.
  package internal(set) var showsAll = false
  /// The results that were compared; nil for none.
  var compared: Int?
  /// How many photos of these were not compared.
  var leftOut = 0

  init(order: SearchOrder) { self.order = order }

  // The results, see `PickerResults`.
  package var photoCount: Int { results.photoCount }
  /// How many collages of this program were left out.
  package var collageCount: Int { results.collageCount }
  package var isScanning: Bool { results.isScanning }
  package var hidden: [SearchResult.Hidden] { results.hidden }
  /// What bare words would find as people, keywords and titles, if there are no hits.
  package var keyedWords: [SearchResult.KeyedWord] { results.keyedWords }
  package var unreadable: UnreadableFolders? { results.unreadable }
  package var failure: PickerFailure? { results.failure }
  package var web: WebSearchSummary? { results.web }
}

/// A request to a source; it differs each time that the same source is asked again.
struct PickerSearch: Hashable, Sendable {
  let request: PickerRequest
  let sourceNumber: Int
  let attempt: Int

  /// Whether the user has typed, and nothing else, to come from this search to the next.
  func isTyped(before next: PickerSearch) -> Bool {
    request.words != next.request.words && !next.request.words.isEmpty && attempt == next.attempt
  }
}
