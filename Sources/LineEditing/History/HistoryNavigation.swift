/// Moves up and down through the history. If a line has been begun, only lines with the same
/// beginning are visited, if there are any. Lines that are edited on the way keep their changes,
/// and so does the new line.
struct HistoryNavigation: Hashable, Sendable {
  /// The index in the history; nil at the new line, which comes after the newest entry.
  private var position: Int?
  /// The lines that were left, with their edits, by position.
  private var edited: [Int: String] = [:]
  /// What lines must begin with: the text typed on the new line. Nil if any line will do.
  private var beginning: String?

  mutating func older(than line: String, in history: History) -> String? {
    updateBeginning(at: line, in: history)
    let start = position ?? history.entries.count
    guard let beginning else { return go(to: start - 1, from: line, in: history) }
    let target = (0..<start).last { history.entries[$0].continues(beginning, otherThan: line) }
    return target.flatMap { go(to: $0, from: line, in: history) }
  }

  mutating func newer(than line: String, in history: History) -> String? {
    updateBeginning(at: line, in: history)
    let count = history.entries.count
    guard let beginning, let position else {
      return go(to: (position ?? count) + 1, from: line, in: history)
    }
    let target = (position + 1..<count).first {
      history.entries[$0].continues(beginning, otherThan: line)
    }
    return go(to: target ?? count, from: line, in: history)
  }

  /// Takes the beginning from the new line; forgets it once a line of the history has been edited.
  private mutating func updateBeginning(at line: String, in history: History) {
    if let position {
      if !line.isIdentical(to: history.entries[position]) { beginning = nil }
    } else {
      beginning = history.entries.contains { $0.continues(line, otherThan: line) } ? line : nil
    }
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

extension String {
  /// Whether it begins with the bytes of a text, which must not be blank, and differs from the
  /// other line.
  func continues(_ beginning: String, otherThan line: String) -> Bool {
    History.isWorthKeeping(beginning) && utf8.starts(with: beginning.utf8) && !isIdentical(to: line)
  }
}
