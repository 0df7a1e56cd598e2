/// The lines that were entered, the newest last.
package struct History: Hashable, Sendable {
  package static let defaultLimit = 1000

  package private(set) var entries: [String] = []
  /// How many lines are kept.
  package let limit: Int

  package init(_ lines: some Sequence<String> = [], limit: Int = defaultLimit) {
    self.limit = max(limit, 0)
    for line in lines { append(line) }
  }

  /// Keeps a line, unless it is blank or the newest one again, at the cost of the oldest one when there are too many.
  package mutating func append(_ line: String) {
    guard Self.isWorthKeeping(line), entries.last?.isIdentical(to: line) != true else { return }
    entries.append(line)
    if entries.count > limit { entries.removeFirst(entries.count - limit) }
  }

  static func isWorthKeeping(_ line: String) -> Bool { !line.allSatisfy(\.isWhitespace) }
}

extension String {
  /// Whether the bytes are the same. Names that differ only in how an accent is encoded are equal as text, but different
  /// files.
  func isIdentical(to other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
