extension PickerState {
  /// Whether some or all hits are still to come: they belong to an earlier term, or headers are
  /// being read.
  package var isSearching: Bool { isOutdated || (results.isSearching && !isClosed) }

  /// Whether the hits belong to an earlier term, order or source.
  package var isOutdated: Bool { !isClosed && answered != wanted }

  /// Whether the typed term isn't being searched for.
  package var isUnsearched: Bool {
    SearchQuery.words(in: term) != SearchQuery.words(in: searchedTerm)
  }

  /// The search for what was typed.
  var wanted: PickerSearch {
    PickerSearch(
      request: PickerRequest(words: SearchQuery.words(in: searchedTerm), order: order),
      sourceNumber: sourceNumber,
      attempt: attempt)
  }

  /// Rejects the expected search; the hits stay.
  mutating func reject(_ search: PickerSearch, _ error: SearchTermError) {
    termError = error
    answered = search
    results.isSearching = false
  }

  /// Takes over the results of a search, unless a different one is expected by now.
  mutating func accept(_ results: PickerResults, of search: PickerSearch) {
    guard !isClosed, search == expected else { return }
    let hasSameWords = answered?.request.words == search.request.words
    let (photo, place, offset) = (highlightedPhoto, highlighted ?? 0, offsetInWindow)
    self.results = results
    resultsNumber += 1
    updateHits()
    termError = nil
    let isSameList = answered == search
    answered = search
    let kept =
      hasSameWords && isHighlightHeld ? photo.flatMap { self.place(of: $0, near: place) } : nil
    if let kept {
      highlighted = kept
      scroll(toOffset: offset)
    } else if isSameList && isHighlightHeld && !hits.isEmpty {
      // The photo is no longer a hit, so the one that took its place is highlighted.
      highlighted = min(place, hits.count - 1)
      scroll(toOffset: offset)
    } else {
      highlighted = hits.isEmpty ? nil : 0
      topRow = 0
      isHighlightHeld = isHighlightHeld && isSameList
    }
  }
}
