package import OpenCombine
package import ReactiveTraits

/// Where a picker's photos come from: folders, or a service that delivers numbered pages.
///
/// A source serves one picker at a time.
package protocol PickerSource: AnyObject, Sendable {
  /// The source's work while a picker is open, such as scanning folders: finishes when it is done;
  /// never fails. Cold. It goes on while the picker shows another source.
  var work: Completable<Never> { get }

  /// How long typing must pause before a search begins.
  var typingPause: Duration { get }

  /// The results of a search. Each value is complete and replaces the one before. The first comes
  /// soon, and another whenever more is known. May finish or not; never fails. Cold; cancelling
  /// stops everything that it does.
  ///
  /// - Parameter window: the indices of the hits that are needed, now and whenever that changes:
  ///   those on the screen, and a page more. It may end beyond the last hit; a source that delivers
  ///   pages then requests the next ones.
  /// - Throws: when the request is malformed; then nothing is searched for.
  func results(
    for request: PickerRequest, window: RelayStream<Range<Int>>
  ) throws(SearchTermError) -> AnyPublisher<PickerResults, Never>
}

extension PickerSource {
  /// That of sources that answer at once.
  package var typingPause: Duration { .milliseconds(30) }
}

/// What a picker searches for. Equal requests have the same results.
package struct PickerRequest: Hashable, Sendable {
  /// The conditions, as `SearchQuery.words(in:)` splits what was typed.
  package let words: [[UInt8]]
  package let order: SearchOrder
}

/// What a source knows so far.
package struct PickerResults: Sendable {
  /// In the request's order.
  package var hits = PickerHits()
  /// How many photos were searched.
  package var photoCount = 0
  /// How many collages of this program were left out.
  package var collageCount = 0
  /// Whether more photos are still being found, whatever the request.
  package var isScanning = false
  /// Whether the source is still finding out which known photos are hits, and in what order.
  package var isSearching = false
  /// For each condition in order, how many photos meet all others but not this one.
  package var hidden: [SearchResult.Hidden] = []
  /// What bare words would find as people, keywords and titles, if there are no hits.
  package var keyedWords: [SearchResult.KeyedWord] = []
  /// Nil when every folder could be read.
  package var unreadable: UnreadableFolders?
  /// Why the results stay incomplete; nil if nothing failed.
  package var failure: PickerFailure?
  /// Facts about a search on the web; nil for other sources.
  package var web: WebSearchSummary?
}

/// Why a source can't continue.
package enum PickerFailure: Error, Hashable, Sendable {
  /// A folder that the user named can't be read.
  case folder(PhotoIndexError)
  /// A service on the web doesn't answer.
  case web(WebSearchError, service: String)
}
