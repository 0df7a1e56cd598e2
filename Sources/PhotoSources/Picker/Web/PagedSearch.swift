internal import OpenCombine
internal import ReactiveTraits

/// One search on the web: requests the next page, one at a time, as long as the window extends
/// beyond the hits.
final class PagedSearch: Sendable {
  fileprivate struct State: Sendable {
    var hits: WebSearchHits
    /// How many hits the window needs.
    var needed = 1
    var isLoading = false
    var failure: WebSearchError?

    var needsPage: Bool {
      !isLoading && failure == nil && !hits.isComplete && hits.photos.count < needed
    }
  }

  private let service: any WebSearchService
  private let query: WebSearchQuery
  private let state: Relay<State>
  private let answered: @Sendable (WebSearchHits) -> Void
  private let bag = CancellableBag()

  /// - Parameters:
  ///   - known: pages that were received earlier.
  ///   - answered: called with all hits whenever a page has arrived.
  init(
    _ service: any WebSearchService, _ query: WebSearchQuery, _ known: WebSearchHits,
    answered: @escaping @Sendable (WebSearchHits) -> Void
  ) {
    self.service = service
    self.query = query
    state = Relay(State(hits: known))
    self.answered = answered
  }

  var results: RelayStream<PickerResults> {
    state.publisher.map { [service] state in state.results(service.name) }
  }

  func start(window: RelayStream<Range<Int>>) {
    loadIfNeeded()
    window.map(\.upperBound).removeDuplicates()
      .sink { [weak self] count in
        self?.state.update { $0.needed = max(count, 1) }
        self?.loadIfNeeded()
      }
      .store(in: bag)
  }

  /// Aborts a running request; no other begins.
  func cancel() { bag.cancelAll() }

  private func loadIfNeeded() {
    let number: Int? = state.update { state in
      guard state.needsPage else { return nil }
      state.isLoading = true
      return state.hits.pages + 1
    }
    guard let number else { return }
    service.page(number, of: query)
      .sink { [weak self] completion in
        guard case .failure(let failure) = completion else { return }
        self?.state.update { ($0.isLoading, $0.failure) = (false, failure) }
      } receiveValue: { [weak self] page in
        self?.add(page)
      }
      .store(in: bag)
  }

  private func add(_ page: WebSearchPage) {
    let hits = state.update { state in
      state.hits.add(page)
      state.isLoading = false
      return state.hits
    }
    answered(hits)
    loadIfNeeded()
  }
}

extension PagedSearch.State {
  fileprivate func results(_ service: String) -> PickerResults {
    var results = PickerResults()
    results.hits = PickerHits(hits.photos.map(PickerPhoto.web))
    results.photoCount = max(hits.total ?? 0, hits.photos.count)
    results.isSearching = isLoading
    results.failure = failure.map { .web($0, service: service) }
    results.web = hits.summary
    return results
  }
}
