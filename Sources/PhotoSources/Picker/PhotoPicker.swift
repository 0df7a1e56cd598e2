package import OpenCombine
package import ReactiveTraits

/// Chooses photos by looking: a search as it is typed, its hits, and the marked ones among them.
///
/// All state is one value in one private relay. A term is searched for after a pause in typing, at once when nothing is
/// left of it, and not again if it is the same; a search that is superseded is cancelled and delivers nothing. Inputs may
/// come from any thread; they return at once. A picker that is released is closed.
package final class PhotoPicker: Sendable {
  /// Why so many marked photos are not allowed, as a sentence for the user; nil if they are. Must not use the picker.
  package typealias Rule = @Sendable (_ marksAfter: Int) -> String?

  /// Begins to search for all photos of the source.
  package init(
    _ source: any PickerSource, order: SearchOrder = .date, timers: any TimerScheduler = SystemTimers(),
    rule: @escaping Rule = { _ in nil }
  ) { fatalError() }

  /// The current state on subscription, then each new one; never fails or finishes. All subscribers share one search.
  /// Arrives on the thread of the input, or in the background.
  package var states: AnyPublisher<PickerState, Never> { fatalError() }

  /// The current state.
  package var state: PickerState { fatalError() }

  /// The chosen photos when the user is done, at most once; then finished, also without a choice. Never fails.
  package var chosen: AnyPublisher<[PickerPhoto], Never> { fatalError() }

  /// Replaces the term.
  package func type(_ term: [UInt8]) { fatalError() }

  /// Sorts in another order; the highlight stays on its photo.
  package func setOrder(_ order: SearchOrder) { fatalError() }

  /// Shows the photos of another source, which a picker keeps at work until it closes. Marks and term stay.
  package func setSource(_ source: any PickerSource) { fatalError() }

  /// Searches again, for example after a failure.
  package func searchAgain() { fatalError() }

  /// Tells how many tiles the window shows, at least one.
  package func setGrid(columns: Int, rows: Int) { fatalError() }

  /// Highlights the hit at a place, or the nearest to it, and scrolls there.
  package func move(to place: Int) { fatalError() }

  /// Moves the highlight on by some hits, or back.
  package func move(by count: Int) { fatalError() }

  /// Moves the highlight down by some rows, or up.
  package func move(byRows count: Int) { fatalError() }

  /// Scrolls by as many rows as the window has, and moves the highlight with them.
  package func move(byPages count: Int) { fatalError() }

  package func moveToFirst() { fatalError() }
  package func moveToLast() { fatalError() }

  /// Scrolls the window by some rows; the highlight stays where it is in the grid unless it would leave the window.
  package func scroll(byRows count: Int) { fatalError() }

  /// Marks the highlighted photo, or takes its mark back.
  ///
  /// - Returns: why that is refused; nil if it isn't.
  @discardableResult
  package func toggleMark() -> PickerRefusal? { fatalError() }

  /// The same for the hit at a place, which becomes the highlighted one.
  @discardableResult
  package func toggleMark(at place: Int) -> PickerRefusal? { fatalError() }

  /// Takes back the mark that was set last; does nothing without marks.
  package func unmarkLast() { fatalError() }

  /// Takes a photo's mark back, whether or not it is among the hits.
  package func unmark(_ photo: PickerPhoto) { fatalError() }

  /// Tells that a photo can't be decoded: it can't be marked, and loses the mark that it has.
  package func setBroken(_ photo: PickerPhoto, reason: String) { fatalError() }

  /// Chooses the marked photos, or the highlighted one if none is marked: publishes them, and closes the picker.
  ///
  /// - Returns: why that is refused, and the picker stays open; nil if it isn't.
  @discardableResult
  package func finish() -> PickerRefusal? { fatalError() }

  /// Stops everything and finishes `chosen`. The state stays as it is. Further calls, and inputs after it, do nothing.
  package func close() { fatalError() }
}
