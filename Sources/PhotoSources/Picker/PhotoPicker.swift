internal import OpenCombine
package import PhotoCodecs
package import ReactiveTraits

/// Chooses photos by looking: a search as it is typed, its hits, and the marked ones among them.
///
/// All state is one value in one private relay. A term is searched for after a pause in typing, at once when nothing is
/// left of it, and not again if it is the same; a search that is superseded is cancelled and delivers nothing. Inputs may
/// come from any thread and return at once. A picker that is released is closed.
package final class PhotoPicker: Sendable {
  /// Why so many marked photos are not allowed, as a sentence for the user; nil if they are. Must not use the picker.
  package typealias Rule = @Sendable (_ marksAfter: Int) -> String?

  private let relay: Relay<PickerState>
  private let selection = PublishSubject<[PickerPhoto]>()
  private let sources: PickerSources
  private let bag = CancellableBag()
  private let rule: Rule

  /// Begins to search for all photos of the source.
  package init(
    _ source: any PickerSource, order: SearchOrder = .date, timers: any TimerScheduler = SystemTimers(),
    rule: @escaping Rule = { _ in nil }
  ) {
    self.rule = rule
    relay = Relay(PickerState(order: order))
    sources = PickerSources()
    _ = sources.number(of: source)
    PickerPipeline(relay, sources, timers).run(in: bag)
  }

  deinit { close() }

  /// The current state on subscription, then each new one; never fails or finishes. All subscribers share one search.
  /// Arrives on the thread of the input, or in the background.
  package var states: RelayStream<PickerState> { relay.publisher }

  /// The current state.
  package var state: PickerState { relay.value }

  /// The chosen photos when the user is done, at most once; then finished, also without a choice. Never fails.
  package var chosen: SubjectStream<[PickerPhoto]> { selection.publisher }

  /// Replaces the term. What is wrong with it is said after the pause in typing.
  package func type(_ term: [UInt8]) { update { $0.term = term } }

  /// Sorts in another order; a highlight that the user has moved stays on its photo.
  package func setOrder(_ order: SearchOrder) { update { $0.order = order } }

  /// Shows the photos of another source, which the picker keeps at work until it closes. Marks and term stay.
  package func setSource(_ source: any PickerSource) {
    let number = sources.number(of: source)
    update { $0.sourceNumber = number }
  }

  /// Searches again, for example after a failure.
  package func searchAgain() { update { $0.attempt += 1 } }

  /// Tells how many tiles the window shows, at least one.
  package func setGrid(columns: Int, rows: Int) { update { $0.setGrid(columns: columns, rows: rows) } }

  /// Highlights the hit at a place, or the nearest to it, and scrolls there.
  package func move(to place: Int) { update { $0.move(to: place) } }

  /// Moves the highlight on by some hits, or back.
  package func move(by count: Int) { update { $0.move(by: count) } }

  /// Moves the highlight down by some rows, or up.
  package func move(byRows count: Int) { update { $0.move(byRows: count) } }

  /// Scrolls by as many rows as the window has, and moves the highlight with them.
  package func move(byPages count: Int) { update { $0.move(byPages: count) } }

  package func moveToFirst() { update { $0.move(to: 0) } }
  package func moveToLast() { update { $0.move(to: $0.hits.count - 1) } }

  /// Scrolls by some rows; the highlight stays on its photo unless that leaves the window.
  package func scroll(byRows count: Int) { update { $0.scroll(byRows: count) } }

  /// Marks the highlighted photo, or takes its mark back.
  ///
  /// - Returns: why that is refused; nil if it isn't.
  @discardableResult
  package func toggleMark() -> PickerRefusal? {
    update { [rule] state in state.toggleMark(at: state.highlighted ?? 0, rule) } ?? nil
  }

  /// The same for the hit at a place, which becomes the highlighted one.
  @discardableResult
  package func toggleMark(at place: Int) -> PickerRefusal? {
    update { [rule] state in state.toggleMark(at: place, rule) } ?? nil
  }

  /// Takes back the mark that was set last; does nothing without marks.
  package func unmarkLast() { update { _ = $0.marks.popLast() } }

  /// Takes a photo's mark back, whether or not it is among the hits.
  package func unmark(_ photo: PickerPhoto) { update { $0.marks.removeAll { $0 == photo } } }

  /// Turns the highlighted photo further.
  package func turn(_ turn: Turn) {
    update { state in
      guard let photo = state.highlightedPhoto else { return }
      state.turns[photo.id] = state.turned(photo).turn.followed(by: turn)
    }
  }

  /// Tells that a photo can't be decoded: it can't be marked, and loses the mark that it has.
  package func setBroken(_ photo: PickerPhoto, reason: String) { update { $0.setBroken(photo, reason: reason) } }

  /// Chooses the marked photos, or the highlighted one if none is marked: publishes them, and closes the picker.
  ///
  /// - Returns: why that is refused, and the picker stays open; nil if it isn't.
  @discardableResult
  package func finish() -> PickerRefusal? {
    let choice = update { [rule] state in
      let choice = state.choice(rule)
      if case .success = choice { state.isClosed = true }
      return choice
    }
    switch choice {
    case .success(let photos):
      selection.accept(photos)
      close()
      return nil
    case .failure(let refusal): return refusal
    case nil: return nil
    }
  }

  /// Stops everything, releases the hits and finishes `chosen`. Inputs do nothing after it.
  package func close() {
    bag.cancelAll()
    sources.removeAll()
    relay.update { state in
      state.isClosed = true
      state.hits = PickerHits()
      (state.highlighted, state.topRow, state.isScanning) = (nil, 0, false)
    }
    selection.finish()
  }

  /// Changes the state and publishes it; nil if the picker is closed.
  @discardableResult
  private func update<R: Sendable>(_ change: (inout PickerState) -> R) -> R? {
    relay.update { state in state.isClosed ? nil : change(&state) }
  }
}
