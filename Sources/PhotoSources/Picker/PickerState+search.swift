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
    self.results = results
    resultsNumber += 1
    updateHits()
    termError = nil
    // Whoever searches for other words sees them from the first on.
    if answered?.request.words != search.request.words { window = 0..<window.count }
    answered = search
  }

  // MARK: One state after another

  /// Whether the same hits are shown, in the same order.
  package func hasSameHits(as earlier: PickerState) -> Bool { hitsNumber == earlier.hitsNumber }

  /// Whether the hits belong to the same search.
  package func isSameSearch(as earlier: PickerState) -> Bool { answered == earlier.answered }

  /// Whether the hits belong to a search for the same words, perhaps in another order or elsewhere.
  package func hasSameWords(as earlier: PickerState) -> Bool {
    answered?.request.words == earlier.answered?.request.words
  }
}
