/// A line of text as its reader sees it, grapheme cluster by grapheme cluster, with a cursor
/// between two of them.
///
/// `clusters` always matches the whole text: inserted text joins its neighbours where Unicode says
/// so.
struct EditedLine: Hashable, Sendable {
  /// What a replacement changed, so that it can be undone.
  struct Change: Hashable, Sendable {
    let start: Int
    let replaced: [Character]
    let newCount: Int
    let cursor: Int
  }

  private(set) var clusters: [Character] = []
  /// The number of clusters before the cursor.
  private(set) var cursor = 0
  /// The length of the whole line in bytes of UTF-8.
  private(set) var byteCount = 0

  init() {}

  /// A line whose cursor is at its end.
  init(_ text: String) { self.init(before: text, after: "") }

  init(before: String, after: String) {
    _ = replace(0..<0, with: before + after)
    cursor = clusters.count(covering: before.utf8.count)
  }

  var text: String { String(clusters) }
  var before: ArraySlice<Character> { clusters[..<cursor] }
  var after: ArraySlice<Character> { clusters[cursor...] }
  var isEmpty: Bool { clusters.isEmpty }

  mutating func move(to offset: Int) {
    precondition((0...clusters.count).contains(offset))
    cursor = offset
  }

  /// Replaces clusters by text and puts the cursor after it.
  mutating func replace(_ range: Range<Int>, with inserted: String) -> Change {
    // Text can join only the clusters next to it. If it joins the next one, the rest of the line is
    // split again.
    let start = max(range.lowerBound - 1, 0)
    var end = range.upperBound
    var joined = String(clusters[start..<range.lowerBound]) + inserted
    let boundary = joined.utf8.count
    if end < clusters.count, let last = joined.last, Self.joins(last, clusters[end]) {
      joined += String(clusters[end...])
      end = clusters.count
    }
    let pieces = Array(joined)
    let change = Change(
      start: start, replaced: Array(clusters[start..<end]), newCount: pieces.count, cursor: cursor)
    clusters.replaceSubrange(start..<end, with: pieces)
    byteCount += joined.utf8.count - change.replaced.byteCount
    cursor = start + pieces.count(covering: boundary)
    return change
  }

  /// Undoes a change, which must be the latest one that was not undone.
  mutating func revert(_ change: Change) {
    let range = change.start..<change.start + change.newCount
    byteCount += change.replaced.byteCount - clusters[range].byteCount
    clusters.replaceSubrange(range, with: change.replaced)
    cursor = change.cursor
  }

  /// Whether two clusters become one when they are adjacent.
  private static func joins(_ first: Character, _ second: Character) -> Bool {
    (String(first) + String(second)).first?.utf8.count != first.utf8.count
  }
}

extension Collection<Character> {
  fileprivate var byteCount: Int { reduce(0) { $0 + $1.utf8.count } }

  /// The number of clusters at the beginning that cover this many bytes.
  fileprivate func count(covering bytes: Int) -> Int {
    var left = bytes
    return prefix { cluster in
      defer { left -= cluster.utf8.count }
      return left > 0
    }.count
  }
}
