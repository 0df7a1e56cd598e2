/// Moves through the history, up and down. Lines that were edited on the way keep their changes, including the new
/// line.
struct HistoryNavigation: Hashable, Sendable {
  /// The index in the history; nil at the new line, which comes after the newest entry.
  private var position: Int?
  /// The lines that were left, with their edits, by position.
  private var edited: [Int: String] = [:]

  mutating func older(than line: String, in history: History) -> String? {
    go(to: (position ?? history.entries.count) - 1, from: line, in: history)
  }

  mutating func newer(than line: String, in history: History) -> String? {
    go(to: (position ?? history.entries.count) + 1, from: line, in: history)
  }

  mutating func oldest(from line: String, in history: History) -> String? {
    position == 0 ? nil : go(to: 0, from: line, in: history)
  }

  /// Goes to the new line.
  mutating func newest(from line: String, in history: History) -> String? {
    position == nil ? nil : go(to: history.entries.count, from: line, in: history)
  }

  mutating func jump(to position: Int, from line: String, in history: History) {
    _ = go(to: position, from: line, in: history)
    edited[position] = nil
  }

  /// Nil, with no effect, if there is no such line.
  private mutating func go(to target: Int, from line: String, in history: History) -> String? {
    let count = history.entries.count
    guard count > 0, (0...count).contains(target) else { return nil }
    edited[position ?? count] = line
    position = target == count ? nil : target
    return edited[target] ?? (target < count ? history.entries[target] : "")
  }
}
