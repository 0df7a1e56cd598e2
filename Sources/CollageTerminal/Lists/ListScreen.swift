/// How the highlight of a list moves.
enum ListMove: Hashable {
  /// By some items; back if the number is negative, here and below.
  case items(Int)
  case rows(Int)
  case pages(Int)
  case first
  case last
}

/// Which items of a list a window shows, and which one is highlighted. The items lie in a grid,
/// row after row; one below the other, they are a grid of one column.
struct ListScreen {
  /// How many items there are.
  private(set) var count = 0
  /// How many items the window shows across and down, at least 1 each.
  private(set) var columns = 1
  private(set) var rows = 1
  /// The row at the top of the window, counted from that of the first item.
  private(set) var topRow = 0
  /// The place of the highlighted item; nil when there are none.
  private(set) var highlighted: Int?
  /// Whether the highlight stays on its item when others come before it. False until the user
  /// moves it: until then the first item is highlighted.
  private(set) var isHeld = false

  /// The places of the items in the window.
  var page: Range<Int> { window(pages: 1).clamped(to: 0..<count) }

  /// The places of the items to prepare: those in the window, and the page after it.
  var preparedPages: Range<Int> { window.clamped(to: 0..<count) }

  /// The two pages from the window's top, even if there are fewer items.
  var window: Range<Int> { window(pages: 2) }

  private func window(pages: Int) -> Range<Int> {
    topRow * columns..<(topRow + pages * rows) * columns
  }

  /// How many rows the items fill.
  var rowCount: Int { (count + columns - 1) / columns }

  // MARK: Other items, another window

  /// Takes over other items.
  ///
  /// - Parameters:
  ///   - kept: where the highlighted item is now; nil if it is gone. A highlight that the user has
  ///     moved stays on it, and stays where it is in the window.
  ///   - isSameList: whether the items are still those of the same list; then the highlight goes to
  ///     the item that has taken the place of the one that is gone, else to the first.
  mutating func update(count: Int, kept: Int?, isSameList: Bool = true) {
    let (place, offset) = (highlighted ?? 0, offsetInWindow)
    self.count = count
    guard isHeld, count > 0, kept != nil || isSameList else {
      highlighted = count > 0 ? 0 : nil
      topRow = 0
      isHeld = isHeld && isSameList
      return
    }
    highlighted = kept ?? min(place, count - 1)
    scroll(toOffset: offset)
  }

  mutating func setGrid(columns: Int, rows: Int) {
    let offset = offsetInWindow
    (self.columns, self.rows) = (max(columns, 1), max(rows, 1))
    scroll(toOffset: min(offset, self.rows - 1))
  }

  /// Has the highlight stay on its item.
  mutating func hold() { isHeld = true }

  /// Begins again with the first item.
  mutating func reset() { (highlighted, topRow, isHeld) = (count > 0 ? 0 : nil, 0, false) }

  // MARK: Moving

  mutating func move(_ move: ListMove) {
    switch move {
    case .items(let distance): self.move(to: (highlighted ?? 0) + clamped(distance))
    case .rows(let distance): self.move(byRows: distance)
    case .pages(let distance):
      let rows = clamped(distance) * rows
      topRow = clampedTopRow(topRow + rows)
      self.move(byRows: rows)
    case .first: self.move(to: 0)
    case .last: self.move(to: count - 1)
    }
  }

  /// Highlights the item at a place, or the nearest one to it, and scrolls as little as needed.
  mutating func move(to place: Int) {
    guard count > 0 else { return }
    highlighted = min(max(place, 0), count - 1)
    isHeld = true
    scroll(toOffset: min(max(offsetInWindow, 0), rows - 1))
  }

  /// At either end the highlight stays in its column, unless the last row is too short for that.
  private mutating func move(byRows distance: Int) {
    guard let highlighted else { return }
    let row = min(max(highlighted / columns + clamped(distance), 0), lastRow)
    move(to: row * columns + highlighted % columns)
  }

  /// Scrolls by some rows; the highlight stays on its item unless that leaves the window.
  mutating func scroll(byRows distance: Int) {
    guard let highlighted else { return }
    topRow = clampedTopRow(topRow + clamped(distance))
    let row = min(max(highlighted / columns, topRow), topRow + rows - 1)
    move(to: row * columns + highlighted % columns)
  }

  /// How many rows the highlight is below the window's top.
  private var offsetInWindow: Int { (highlighted ?? 0) / columns - topRow }

  /// Scrolls so that the highlight is this many rows below the window's top, as far as there are
  /// items.
  private mutating func scroll(toOffset offset: Int) {
    topRow = clampedTopRow((highlighted ?? 0) / columns - offset)
  }

  private var lastRow: Int { max(count - 1, 0) / columns }

  private func clampedTopRow(_ row: Int) -> Int { min(max(row, 0), max(lastRow - rows + 1, 0)) }

  /// A distance, limited to the number of items.
  private func clamped(_ distance: Int) -> Int { min(max(distance, -count), count) }
}
