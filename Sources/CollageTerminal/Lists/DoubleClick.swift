/// Tells the second click of a double click on an item from a first one.
struct DoubleClick<Item: Equatable> {
  private struct Click {
    let item: Item
    let time: ContinuousClock.Instant
  }

  /// How soon the second click follows.
  private static var maxPause: Duration { .milliseconds(500) }

  private var first: Click?

  /// - Parameter time: when the item was clicked.
  /// - Returns: whether this is the second click on it.
  mutating func isSecond(_ item: Item, at time: ContinuousClock.Instant) -> Bool {
    if let first, first.item == item, time - first.time < Self.maxPause {
      self.first = nil
      return true
    }
    first = Click(item: item, time: time)
    return false
  }

  /// Something else was clicked.
  mutating func forget() { first = nil }
}
