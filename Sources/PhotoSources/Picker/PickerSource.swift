package import OpenCombine
package import ReactiveTraits

/// Where a picker's photos come from: folders, or a service that is asked for numbered pages.
///
/// A source serves one picker at a time.
package protocol PickerSource: AnyObject, Sendable {
  /// What the source does as long as a picker is open, such as scanning folders: finishes when it
  /// is done; never fails. Cold. Goes on while the picker shows another source.
  var work: Completable<Never> { get }

  /// The results of a search: each is complete in itself and replaces the one before. The first
  /// comes soon, another each time more is known. May finish or not; never fails. Cold; cancelling
  /// stops all that it does.
  ///
  /// - Parameter window: the places of the hits that are needed, now and whenever that changes:
  ///   what is on the screen, and a page more. It may end beyond the last hit: a source that
  ///   delivers pages then asks for the next ones.
  /// - Throws: when the request is written wrongly; nothing is searched then.
  func results(
    for request: PickerRequest, window: RelayStream<Range<Int>>
  ) throws(SearchTermError) -> AnyPublisher<PickerResults, Never>
}

/// What a picker searches for. Equal requests have the same results.
package struct PickerRequest: Hashable, Sendable {
  /// The conditions, as `SearchQuery.words(in:)` separates what was typed.
  package let words: [[UInt8]]
  package let order: SearchOrder
}

/// What a source knows so far.
package struct PickerResults: Sendable {
  /// In the request's order.
  package var hits = PickerHits()
  /// How many photos were searched.
  package var photoCount = 0
  /// Whether photos are still being found, whatever the request.
  package var isScanning = false
  /// Whether the source still finds out about known photos if they are hits, and where they belong.
  package var isSearching = false
  /// How many photos only one condition hides, for each condition in order.
  package var hidden: [SearchResult.Hidden] = []
  /// Nil when every folder could be read.
  package var unreadable: UnreadableFolders?
  /// Why the results are incomplete and stay so; nil when nothing failed.
  package var failure: PickerFailure?
  /// What is known of a search on the web; nil for other sources.
  package var web: WebSearchSummary?
}

/// Why a source can't go on.
package enum PickerFailure: Error, Hashable, Sendable {
  /// A folder that the user named can't be read.
  case folder(PhotoIndexError)
  /// A service on the web gives no answer.
  case web(WebSearchError, service: String)
}
