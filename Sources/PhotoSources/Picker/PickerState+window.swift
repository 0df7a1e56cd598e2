extension PickerState {
  /// The highlighted photo; nil when there are no hits.
  package var highlightedPhoto: PickerPhoto? { fatalError() }

  /// The places of the hits in the window.
  package var page: Range<Int> { fatalError() }

  /// The places of the hits to prepare: the page and the one that follows it.
  package var preparedPages: Range<Int> { fatalError() }

  /// Whether the hits, or some of them, are still to come: they belong to an earlier term, or headers are being read.
  package var isSearching: Bool { fatalError() }

  /// The number under which a photo was chosen, from 1; nil if it isn't marked.
  package func markNumber(of photo: PickerPhoto) -> Int? { fatalError() }
}
