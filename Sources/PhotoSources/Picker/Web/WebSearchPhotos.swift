package import OpenCombine
package import ReactiveTraits
internal import ThreadPool

/// The pictures that a service on the web finds, as a picker's source.
///
/// Each page costs a request, so the next one is requested only when the window comes close to it,
/// and answers are kept: repeating a search costs nothing. Pictures come in the service's order,
/// whatever order is asked for. Without words nothing is requested.
package final class WebSearchPhotos: PickerSource {
  /// How many searches are kept.
  private static let maxKept = 30

  package let service: any WebSearchService
  private let licence: LicenceFilter
  private let answered = Locked<[WebSearchQuery: WebSearchHits]>([:])

  package init(_ service: any WebSearchService, licence: LicenceFilter = .any) {
    self.service = service
    self.licence = licence
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
    let words = request.words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    let query = WebSearchQuery(words, licence: licence)
    return Deferred { [self] in
      let known = answered.withLock { $0[query] } ?? WebSearchHits()
      let search = PagedSearch(service, query, known) { self.keep($0, of: query) }
      search.start(window: window)
      return search.results.handleEvents(receiveCancel: { search.cancel() })
    }
    .eraseToAnyPublisher()
  }

  private func keep(_ hits: WebSearchHits, of query: WebSearchQuery) {
    answered.withLock { answered in
      if answered.count >= Self.maxKept, answered[query] == nil { answered = [:] }
      answered[query] = hits
    }
  }
}
