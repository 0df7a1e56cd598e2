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

  /// Comparing the photos that were found.
  package func comparison(for purpose: PhotoComparison.Purpose) -> PhotoComparison {
    PhotoComparison(found, number: resultsNumber, purpose)
  }

  /// Whether the photos that it compares are still those that were found.
  package func isUpToDate(_ comparison: PhotoComparison) -> Bool {
    comparison.number == resultsNumber
  }

  /// Folds series, unless other photos have been found since they were compared.
  mutating func fold(
    _ found: FoundSeries, by comparison: PhotoComparison, isKept: (PickerPhoto) -> Bool
  ) {
    guard !isClosed, isUpToDate(comparison) else { return }
    compared = resultsNumber
    leftOut = found.leftOut
    series.update(found, among: self.found, isKept: isKept)
    updateHits()
  }

  /// Unfolds the series of a photo, or folds it again; it is then seen by its selected photos, or
  /// else by its best one.
  mutating func toggleSeries(of photo: PickerPhoto, isSelected: (PickerPhoto) -> Bool) {
    if showsAll {
      // All others stay unfolded.
      series.setUnfolded(true, except: photo)
      showsAll = false
      series.show(isSelected)
    } else {
      series.toggle(photo, isKept: isSelected)
    }
    updateHits()
  }

  /// Shows all photos in the order in which they were found, or folds all series.
  mutating func toggleAllSeries(isSelected: (PickerPhoto) -> Bool) {
    showsAll.toggle()
    series.setUnfolded(false)
    series.show(isSelected)
    updateHits()
  }

  /// Has folded series seen by those of their photos that are kept.
  mutating func showInSeries(isKept: (PickerPhoto) -> Bool) {
    series.show(isKept)
    updateHits()
  }

  /// Brings the hits up to date with the results and with what is known of series.
  mutating func updateHits() {
    folded = series.folded(found, showingAll: showsAll)
    hits = folded.map { PickerHits($0) } ?? found
    hitsNumber += 1
  }

  /// The place of a photo, or of the one that stands for it; nil if it isn't found.
  package func place(of photo: PickerPhoto, near place: Int) -> Int? {
    folded.map { $0.place(standingFor: photo, near: place) } ?? hits.place(of: photo, near: place)
  }
}
