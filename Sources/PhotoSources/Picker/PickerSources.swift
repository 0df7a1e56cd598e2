internal import OpenCombine
internal import ReactiveTraits
internal import ThreadPool

/// The sources that a picker was given, by number.
final class PickerSources: Sendable {
  private struct State {
    var sources: [any PickerSource] = []
    var bag: CancellableBag? = CancellableBag()
  }

  private let state = Locked(State())

  /// The number of a source. A new source begins its work.
  func number(of source: any PickerSource) -> Int {
    let (number, bag) = state.withLock { state in
      if let number = state.sources.firstIndex(where: { $0 === source }) {
        return (number, CancellableBag?.none)
      }
      state.sources.append(source)
      return (state.sources.count - 1, state.bag)
    }
    if let bag { source.work.sink { _ in }.store(in: bag) }
    return number
  }

  /// Nil once all have been removed.
  private subscript(number: Int) -> (any PickerSource)? {
    state.withLock { $0.sources.indices.contains(number) ? $0.sources[number] : nil }
  }

  /// How long typing must pause before a search begins.
  func typingPause(of search: PickerSearch) -> Duration? {
    self[search.sourceNumber]?.typingPause
  }

  /// Ends the sources' work and releases them.
  func removeAll() {
    let old = state.withLock { state in
      defer { state = State(sources: [], bag: nil) }
      return state
    }
    old.bag?.cancelAll()
  }

  /// The results of a search, each together with the search, which becomes the expected one.
  func results(
    of search: PickerSearch, for relay: Relay<PickerState>
  ) -> AnyPublisher<(PickerSearch, PickerResults), Never> {
    let nothing = Empty<(PickerSearch, PickerResults), Never>().eraseToAnyPublisher()
    guard let source = self[search.sourceNumber] else { return nothing }
    relay.update { $0.expected = search }
    do throws(SearchTermError) {
      let window: RelayStream = relay.publisher.map(\.window).removeDuplicates()
      return try source.results(for: search.request, window: window).map { (search, $0) }
        .eraseToAnyPublisher()
    } catch {
      relay.update { $0.reject(search, error) }
      return nothing
    }
  }
}
