internal import OpenCombine
internal import ReactiveTraits

/// The way from what was typed to the hits: debounced, distinct, switched to the latest.
struct PickerPipeline {
  /// How long typing must pause before a search begins.
  private static let typingPause = Duration.milliseconds(30)

  private let relay: Relay<PickerState>
  private let sources: PickerSources
  private let timers: any TimerScheduler

  init(_ relay: Relay<PickerState>, _ sources: PickerSources, _ timers: any TimerScheduler) {
    self.relay = relay
    self.sources = sources
    self.timers = timers
  }

  /// Keeps the hits up to date until the bag is cancelled.
  func run(in bag: CancellableBag) {
    debouncedSearches
      .removeDuplicates()
      .map { [self] search in results(of: search) }
      .switchToLatest()
      .sink { [relay] search, results in relay.update { $0.accept(results, of: search) } }
      .store(in: bag)
  }

  private var debouncedSearches: AnyPublisher<PickerSearch, Never> {
    relay.publisher
      .map(\.wanted)
      .removeDuplicates()
      .debounce(on: timers) { previous, search in
        // Only typing is followed by more typing.
        let isTyped = previous.map { $0.request.words != search.request.words } ?? false
        return isTyped && !search.request.words.isEmpty ? Self.typingPause : nil
      }
  }

  private func results(of search: PickerSearch) -> AnyPublisher<(PickerSearch, PickerResults), Never> {
    let nothing = Empty<(PickerSearch, PickerResults), Never>().eraseToAnyPublisher()
    guard let source = sources[search.sourceNumber] else { return nothing }
    relay.update { $0.expected = search }
    do throws(SearchTermError) {
      let window: RelayStream = relay.publisher.map(\.window).removeDuplicates()
      return try source.results(for: search.request, window: window).map { (search, $0) }.eraseToAnyPublisher()
    } catch {
      relay.update { $0.reject(search, error) }
      return nothing
    }
  }
}
