package import OpenCombine
package import ReactiveTraits
internal import ThreadPool

/// The pictures that a service on the web finds, as a picker's source.
///
/// Each page costs a request, so the next one is requested only when the window comes close to it,
/// typing must pause for longer than in folders, and answers are kept: repeating a search costs
/// nothing. Pictures come in the service's order, whatever order is asked for. Without words
/// nothing is requested.
package final class WebSearchPhotos: PickerSource {
  /// How many searches are kept.
  private static let maxKept = 30
  /// Shorter terms are searched for only if the user says so.
  private static let minLetters = 3

  package let service: any WebSearchService
  private let licence: LicenceFilter
  private let timers: any TimerScheduler
  private let answered = Locked<[WebSearchQuery: WebSearchHits]>([:])
  /// Until then the rest of the service's limit is left for searches that the user asks for.
  private let sparing = Locked<ContinuousClock.Instant?>(nil)

  package init(
    _ service: any WebSearchService, licence: LicenceFilter = .any,
    timers: any TimerScheduler = SystemTimers()
  ) {
    self.service = service
    self.licence = licence
    self.timers = timers
  }

  package var typingPause: Duration { .milliseconds(700) }

  /// Whether a term is to be searched for as it is typed: it has three letters, and the service
  /// answers more than a few searches for the time being. What is known already costs nothing.
  package func isWorthSearching(_ term: [UInt8]) -> Bool {
    let words = SearchQuery.words(in: term)
    let letters = words.joined().filter { $0 & 0xC0 != 0x80 }.count
    guard letters >= Self.minLetters else { return false }
    if answered.withLock({ $0[query(words)] != nil }) { return true }
    return sparing.withLock { $0.map { timers.now >= $0 } ?? true }
  }

  private func query(_ words: [[UInt8]]) -> WebSearchQuery {
    let text = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    return WebSearchQuery(text, licence: licence)
  }

  package var work: Completable<Never> { .complete() }

  package func results(
    for request: PickerRequest, window: RelayStream<Range<Int>>
  ) -> AnyPublisher<PickerResults, Never> {
    guard !request.words.isEmpty else {
      var nothing = PickerResults()
      nothing.web = WebSearchSummary()
      return Just(nothing).eraseToAnyPublisher()
    }
    let query = query(request.words)
    return Deferred { [self] in
      let known = answered.withLock { $0[query] } ?? WebSearchHits()
      let search = PagedSearch(service, query, known) { self.keep($0, of: query) }
      search.start(window: window)
      return search.results.handleEvents(
        receiveOutput: { [self] in spare($0) }, receiveCancel: { search.cancel() })
    }
    .eraseToAnyPublisher()
  }

  /// Notes from an answer how long not to search as the user types.
  private func spare(_ results: PickerResults) {
    guard !results.isSearching else { return }
    let pause: Duration? =
      if case .web(.limitReached(let limits), _) = results.failure {
        limits.typingPause ?? .seconds(60)
      } else {
        results.web?.limits.typingPause
      }
    sparing.withLock { $0 = pause.map { timers.now + $0 } }
  }

  private func keep(_ hits: WebSearchHits, of query: WebSearchQuery) {
    answered.withLock { answered in
      if answered.count >= Self.maxKept, answered[query] == nil { answered = [:] }
      answered[query] = hits
    }
  }
}
