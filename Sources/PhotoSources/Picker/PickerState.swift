/// All that a picker shows, at one moment. A value; copying it is cheap.
package struct PickerState: Sendable {
  /// The search as it was typed.
  package internal(set) var term: [UInt8] = []
  /// The term that is searched for.
  var searchedTerm: [UInt8] = []
  /// What is wrong with the term that was searched for last; nil if nothing is. The hits are then
  /// those of the term before.
  package internal(set) var termError: SearchTermError?
  package internal(set) var order: SearchOrder
  /// What the latest search has found so far. While `isOutdated`, that is an earlier search.
  var results = PickerResults()
  /// The place of the highlighted photo among the hits; nil when there are none.
  package internal(set) var highlighted: Int?
  /// How many tiles the window has beside and below one another, at least 1.
  package internal(set) var columns = 1
  package internal(set) var rows = 1
  /// The row of tiles at the window's top, counted from the first hit's.
  package internal(set) var topRow = 0
  /// Whether the picker was closed. Nothing changes any more.
  package internal(set) var isClosed = false

  /// The place of the photos' source in the order in which the picker got its sources, and how
  /// often one was asked again.
  var sourceNumber = 0
  var attempt = 0
  /// The search whose results are expected, after the pause in typing; and the one that the hits
  /// belong to.
  var expected: PickerSearch?
  var answered: PickerSearch?
  /// Whether the highlight stays with its photo when photos are found that come before it. Not
  /// before the user has moved it: until then it is on the first one.
  var isHighlightHeld = false

  init(order: SearchOrder) { self.order = order }

  // The results, see `PickerResults`.
  package var hits: PickerHits { results.hits }
  package var photoCount: Int { results.photoCount }
  package var isScanning: Bool { results.isScanning }
  package var hidden: [SearchResult.Hidden] { results.hidden }
  package var unreadable: UnreadableFolders? { results.unreadable }
  package var failure: PickerFailure? { results.failure }
  package var web: WebSearchSummary? { results.web }
}

/// A request to a source; a new one each time a source is asked again.
struct PickerSearch: Hashable, Sendable {
  let request: PickerRequest
  let sourceNumber: Int
  let attempt: Int
}
