internal import CollageKit
internal import PhotoSources

/// Series: which photos show the same, and which of all are the best.
///
/// Unless the user waits for it, they are compared while no pictures are loaded, so that these
/// never wait for it.
extension InteractivePicker {
  /// Unless the user asks for it, no more photos are compared than this: some 4 KB each are read
  /// from the store, and a processor takes a second for all.
  private static let maxCompared = 2000
  /// Nor are more photos measured, which takes a processor some 6 s if each has 12 megapixels.
  private static let maxMeasured = 200

  /// Has the photos compared that were found, if that is to be done now.
  func compare() {
    if model.comparing != .best { choice = nil }
    loaders.series.want([wantedComparison].compactMap(\.self))
  }

  private var wantedComparison: PhotoComparison? {
    let state = model.search
    guard !model.isOnWeb, state.isSettled else { return nil }
    switch model.comparing {
    case .best?: return comparisonForChoice(state)
    case .some: return state.comparison(for: .folding(limit: .max))
    case nil:
      let isBusy = loaders.tiles.isLoading || loaders.large.isLoading
      guard !isBusy, !state.isCompared, !state.showsAll,
        (2...Self.maxCompared).contains(state.found.count)
      else { return nil }
      return state.comparison(for: .folding(limit: Self.maxMeasured))
    }
  }

  /// The same one until other photos are found or selected; nil once it has shown the best.
  private func comparisonForChoice(_ state: PickerState) -> PhotoComparison? {
    if let choice = currentChoice { return choice.chosen == nil ? choice.comparison : nil }
    let selection = marks.selection
    let found = state.found
    let marked =
      selection.photos.isEmpty ? [] : found.indices.filter { hitMarks.isMarked(found[$0]) }
    let comparison = state.comparison(
      for: .choosing(
        selection.options.selectionRules.room(beside: selection.count), besides: Set(marked)))
    choice = BestChoice(comparison: comparison, selection: selection)
    return comparison
  }

  /// Nil also if other photos have been found or selected since it was begun.
  private var currentChoice: BestChoice? {
    choice.flatMap {
      search.isUpToDate($0.comparison) && $0.selection == marks.selection ? $0 : nil
    }
  }

  /// Folds series, and goes on to choose the best photos if that was wanted.
  func found(_ series: FoundSeries, by comparison: PhotoComparison) {
    let state = picker.state
    guard state.isUpToDate(comparison) else { return }
    // What the user has gone to or looks at alone, or what a key that waits is for, must not be
    // replaced.
    let isWanted = model.list.isHeld || model.isLarge || !model.waitingKeys.isEmpty
    let wanted = isWanted ? model.highlightedPhoto : nil
    picker.fold(series, by: comparison) { [hitMarks] in $0 == wanted || hitMarks.isMarked($0) }
    if comparison == currentChoice?.comparison {
      choice?.chosen = series.best.map { state.found[$0] }
    }
    react(to: .compared)
  }

  // MARK: The best

  /// Marks the photos that were chosen, once their headers are read.
  ///
  /// - Returns: what to tell the model; nil while there are none.
  func selectChosen() -> PickerEvent? {
    guard let chosen = currentChoice?.chosen, chosen.allSatisfy(isRead) else { return nil }
    choice = nil
    var selected: [PickerPhoto] = []
    var refusal: String?
    for hit in chosen where !isMarked(hit) {
      if let reason = hitMarks.toggle(hit) {
        refusal = reason
      } else {
        selected.append(hit)
      }
    }
    let highlighted = model.highlightedPhoto
    picker.showInSeries { [hitMarks] in $0 == highlighted || hitMarks.isMarked($0) }
    let all = search.found.count
    let text =
      selected.isEmpty
      ? refusal ?? (all == 0 ? PickerTexts.nothingThere : PickerTexts.allSimilar)
      : PickerTexts.selectedBest(selected.count, of: all, refusal)
    return .selectedBest(selected, text: text)
  }
}
