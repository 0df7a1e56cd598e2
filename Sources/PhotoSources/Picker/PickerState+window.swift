extension PickerState {
  /// The highlighted photo; nil when there are no hits.
  package var highlightedPhoto: PickerPhoto? { highlighted.map { hits[$0] } }

  /// The indices of the hits in the window.
  package var page: Range<Int> { window(pages: 1).clamped(to: hits.indices) }

  /// The indices of the hits to prepare: those in the window, and the page after it.
  package var preparedPages: Range<Int> { window.clamped(to: hits.indices) }

  /// The two pages from the window's top, even if there are fewer hits.
  var window: Range<Int> { window(pages: 2) }

  private func window(pages: Int) -> Range<Int> {
    topRow * columns..<(topRow + pages * rows) * columns
  }

  mutating func setGrid(columns: Int, rows: Int) {
    let offset = offsetInWindow
    (self.columns, self.rows) = (max(columns, 1), max(rows, 1))
    scroll(toOffset: min(offset, self.rows - 1))
  }

  mutating func move(to place: Int) {
    guard !hits.isEmpty else { return }
    highlighted = min(max(place, 0), hits.count - 1)
    isHighlightHeld = true
    scroll(toOffset: min(max(offsetInWindow, 0), rows - 1))
  }

  mutating func move(by count: Int) {
    move(to: (highlighted ?? 0) + clamped(count))
  }

  /// At either end the highlight stays in its column, unless the last row is too short for that.
  mutating func move(byRows count: Int) {
    guard let highlighted else { return }
    let row = min(max(highlighted / columns + clamped(count), 0), lastRow)
    move(to: row * columns + highlighted % columns)
  }

  mutating func move(byPages count: Int) {
    let count = clamped(count)
    topRow = clampedTopRow(topRow + count * rows)
    move(byRows: count * rows)
  }

  mutating func scroll(byRows count: Int) {
    guard let highlighted else { return }
    topRow = clampedTopRow(topRow + clamped(count))
    let row = min(max(highlighted / columns, topRow), topRow + rows - 1)
    move(to: row * columns + highlighted % columns)
  }

  /// How many rows the highlight is below the window's top.
  var offsetInWindow: Int { (highlighted ?? 0) / columns - topRow }

  /// Scrolls so that the highlight is this many rows below the window's top, as far as there are
  /// hits.
  mutating func scroll(toOffset offset: Int) {
    topRow = clampedTopRow((highlighted ?? 0) / columns - offset)
  }

  private var lastRow: Int { max(hits.count - 1, 0) / columns }

  private func clampedTopRow(_ row: Int) -> Int { min(max(row, 0), max(lastRow - rows + 1, 0)) }

  /// A distance, limited to the number of hits.
  private func clamped(_ distance: Int) -> Int { min(max(distance, -hits.count), hits.count) }
}
