/// The lines that were entered, the newest last.
package struct History: Hashable, Sendable {
  package static let defaultLimit = 1000

  package private(set) var entries: [String] = []
  /// The maximum number of lines.
  package let limit: Int

  package init(_ lines: some Sequence<String> = [], limit: Int = defaultLimit) {
    self.limit = max(limit, 0)
    for line in lines { append(line) }
  }

  /// Adds a line, unless it is blank or equal to the newest one. Drops the oldest line if there are
  /// too many.
  package mutating func append(_ line: String) {
    guard Self.isWorthKeeping(line), entries.last?.isIdentical(to: line) != true else { return }
    entries.append(line)
    if entries.count > limit { entries.removeFirst(entries.count - limit) }
  }

  static func isWorthKeeping(_ line: String) -> Bool { !line.allSatisfy(\.isWhitespace) }
}

extension String {
  /// Whether the bytes are the same. Names that differ only in the encoding of an accent are equal
  /// as text, but are different files.
  func isIdentical(to other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
