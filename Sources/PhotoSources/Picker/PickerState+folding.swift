// Series: photos that show the same are folded into one tile as soon as that is known.
extension PickerState {
  /// The photos that were found; `hits` are those of them that are shown.
  package var found: PickerHits { results.hits }

  /// Whether the photos that were found stay the same until the user wants others.
  package var isSettled: Bool { !isOutdated && !isSearching && !isScanning }

  /// Whether it is known which of the photos that were found show the same, as far as they were
  /// ever measured.
  package var isCompared: Bool { compared == resultsNumber }

  /// Whether that is known of all of them.
  package var isFullyCompared: Bool { isCompared && leftOut == 0 }

  /// Whether some of the photos that were found show the same, whether they are folded or not.
  package var hasSeries: Bool { folded != nil }

  /// The series of the hit at a place; nil if no other photo shows the same.
  package func series(at place: Int) -> TileSeries? { folded?.series(at: place) }

  /// That of the highlighted photo.
  package var highlightedSeries: TileSeries? { highlighted.flatMap(series) }

  /// Comparing the photos that were found.
  package func comparison(for purpose: PhotoComparison.Purpose) -> PhotoComparison {
    PhotoComparison(found, number: resultsNumber, purpose)
  }

  /// Whether the photos that it compares are still those that were found.
  package func isUpToDate(_ comparison: PhotoComparison) -> Bool {
    comparison.number == resultsNumber
  }

  /// Folds series, unless other photos have been found since they were compared. The highlighted
  /// photo stays to be seen.
  mutating func fold(
    _ found: FoundSeries, by comparison: PhotoComparison, isSelected: (PickerPhoto) -> Bool
  ) {
    guard !isClosed, isUpToDate(comparison) else { return }
    (compared, leftOut) = (resultsNumber, found.leftOut)
    let held = isHighlightHeld ? highlightedPhoto : nil
    series.update(found, among: self.found) { $0 == held || isSelected($0) }
    foldAgain()
  }

  /// Unfolds the series of the highlighted photo, or folds it again; it is then seen by its selected
  /// photos, or else by its best one.
  mutating func toggleSeries(isSelected: (PickerPhoto) -> Bool) {
    guard let photo = highlightedPhoto else { return }
    if showsAll {
      // All others stay unfolded.
      series.setUnfolded(true, except: photo)
      showsAll = false
      series.show(isSelected)
    } else {
      series.toggle(photo, isKept: isSelected)
    }
    isHighlightHeld = true
    foldAgain()
  }

  /// Shows all photos in the order in which they were found, or folds all series.
  mutating func toggleAllSeries(isSelected: (PickerPhoto) -> Bool) {
    showsAll.toggle()
    series.setUnfolded(false)
    series.show(isSelected)
    isHighlightHeld = true
    foldAgain()
  }

  /// Has folded series seen by their selected photos.
  mutating func showInSeries(isSelected: (PickerPhoto) -> Bool) {
    let highlight = highlightedPhoto
    series.show { $0 == highlight || isSelected($0) }
    foldAgain()
  }

  /// Shows the photos as series are folded now. The highlight stays on its photo, or goes to the one
  /// that stands for it, and stays where it is in the window.
  private mutating func foldAgain() {
    let (photo, place, offset) = (highlightedPhoto, highlighted ?? 0, offsetInWindow)
    updateHits()
    guard !hits.isEmpty else { return }
    let next = isHighlightHeld ? photo.flatMap { self.place(of: $0, near: place) } : 0
    highlighted = next ?? min(place, hits.count - 1)
    scroll(toOffset: isHighlightHeld ? offset : 0)
  }

  /// Brings the hits up to date with the results and with what is known of series.
  mutating func updateHits() {
    folded = series.folded(found, showingAll: showsAll)
    hits = folded.map { PickerHits($0) } ?? found
  }

  /// The place of a photo, or of the one that stands for it; nil if it isn't found.
  func place(of photo: PickerPhoto, near place: Int) -> Int? {
    folded.map { $0.place(standingFor: photo, near: place) } ?? hits.place(of: photo, near: place)
  }
}
