internal import OpenCombine
package import ReactiveTraits

/// Searches for photos to pick: a term as it is typed, and its hits.
///
/// All state is one value in one private relay. A search begins after a pause in typing, at once if
/// the term is emptied or the user asks for it, and not at all if the term hasn't changed; a search
/// that is superseded is cancelled and delivers nothing. How long the pause is, the source says.
/// Inputs may come from any thread and return at once. A picker that is released is closed.
package final class PhotoPicker: Sendable {
  private let relay: Relay<PickerState>
  private let sources = PickerSources()
  private let bag = CancellableBag()

  /// Begins to search for all photos of the source.
  package init(
    _ source: any PickerSource, order: SearchOrder = .date,
    timers: any TimerScheduler = SystemTimers()
  ) {
    relay = Relay(PickerState(order: order))
    _ = sources.number(of: source)
    relay.publisher
      .map(\.wanted)
      .removeDuplicates()
      .debounce(on: timers) { [sources] previous, search in
        // Only typing is likely to be followed by more typing.
        let isTyped = previous.map { $0.isTyped(before: search) } ?? false
        return isTyped ? sources.typingPause(of: search) : nil
      }
      .removeDuplicates()
      .map { [relay, sources] search in sources.results(of: search, for: relay) }
      .switchToLatest()
      .sink { [relay] search, results in relay.update { $0.accept(results, of: search) } }
      .store(in: bag)
  }

  deinit { close() }

  /// The current state on subscription, then each new one; never fails or finishes. All subscribers
  /// share one search. Arrives on the thread of the input, or in the background.
  package var states: RelayStream<PickerState> { relay.publisher }

  package var state: PickerState { relay.value }

  /// Replaces the term. An error in it is reported after the pause in typing.
  ///
  /// - Parameter searches: whether to search for it; if not, the hits stay those of the previous
  ///   term.
  package func type(_ term: [UInt8], searches: Bool = true) {
    update { state in
      state.term = term
      if searches { state.searchedTerm = term }
    }
  }

  /// Searches for the term, if that isn't already being done, without waiting for a pause in
  /// typing.
  package func searchNow() {
    update { state in
      state.searchedTerm = state.term
      if state.expected != state.wanted { state.attempt += 1 }
    }
  }

  package func setOrder(_ order: SearchOrder) { update { $0.order = order } }

  /// Shows the photos of another source, which works until the picker closes. The term stays.
  ///
  /// - Parameter searches: whether to search there for the term at once.
  package func setSource(_ source: any PickerSource, searches: Bool = true) {
    let number = sources.number(of: source)
    update { state in
      state.sourceNumber = number
      state.searchedTerm = searches ? state.term : []
    }
  }

  /// Searches again, for example after a failure.
  package func searchAgain() { update { $0.attempt += 1 } }

  /// Says which hits of a state are needed: those in the window, and a page more. The range may end
  /// beyond the last hit. Does nothing if other hits are shown by now.
  package func prepare(_ window: Range<Int>, of shown: PickerState) {
    if state.window == window { return }
    update { if $0.hasSameHits(as: shown) { $0.window = window } }
  }

  // MARK: Series

  /// Folds the series that a comparison has shown, unless other photos have been found since.
  ///
  /// - Parameter isKept: here and below: whether a photo must stay to be seen. Called at once.
  package func fold(
    _ series: FoundSeries, by comparison: PhotoComparison, isKept: (PickerPhoto) -> Bool
  ) {
    update { $0.fold(series, by: comparison, isKept: isKept) }
  }

  /// Unfolds a photo's series, or folds it again.
  package func toggleSeries(of photo: PickerPhoto, isSelected: (PickerPhoto) -> Bool) {
    update { $0.toggleSeries(of: photo, isSelected: isSelected) }
  }

  /// Shows all photos in their order, or folds all series again.
  package func toggleAllSeries(isSelected: (PickerPhoto) -> Bool) {
    update { $0.toggleAllSeries(isSelected: isSelected) }
  }

  /// Has folded series seen by those of their photos that are kept.
  package func showInSeries(isKept: (PickerPhoto) -> Bool) {
    update { $0.showInSeries(isKept: isKept) }
  }

  /// Stops everything and releases the hits. Later inputs have no effect.
  package func close() {
    bag.cancelAll()
    sources.removeAll()
    relay.update { state in
      state.isClosed = true
      state.results.hits = PickerHits()
      state.results.isScanning = false
      state.series = KnownSeries()
      state.updateHits()
    }
  }

  /// Changes the state and publishes it, unless the picker is closed.
  private func update(_ change: (inout PickerState) -> Void) {
    relay.update { state in if !state.isClosed { change(&state) } }
  }
}
