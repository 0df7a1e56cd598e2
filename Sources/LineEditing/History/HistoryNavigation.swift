/// A walk through the history, up and down. Every line that was left on the way is found again as it was left, the one being
/// typed too.
struct HistoryNavigation: Hashable, Sendable {
  /// Nil at the line being typed, which comes after the newest.
  private var position: Int?
  private var left: [Int: String] = [:]

  mutating func older(than line: String, in history: History) -> String? {
    go(to: (position ?? history.entries.count) - 1, from: line, in: history)
  }

  mutating func newer(than line: String, in history: History) -> String? {
    go(to: (position ?? history.entries.count) + 1, from: line, in: history)
  }

  mutating func oldest(from line: String, in history: History) -> String? {
    position == 0 ? nil : go(to: 0, from: line, in: history)
  }

  /// The line being typed.
  mutating func newest(from line: String, in history: History) -> String? {
    position == nil ? nil : go(to: history.entries.count, from: line, in: history)
  }

  mutating func jump(to position: Int, from line: String, in history: History) {
    _ = go(to: position, from: line, in: history)
    left[position] = nil
  }

  /// Nil, and nothing done, when there is no such line.
  private mutating func go(to target: Int, from line: String, in history: History) -> String? {
    let count = history.entries.count
    guard count > 0, (0...count).contains(target) else { return nil }
    left[position ?? count] = line
    position = target == count ? nil : target
    return left[target] ?? (target < count ? history.entries[target] : "")
  }
}
