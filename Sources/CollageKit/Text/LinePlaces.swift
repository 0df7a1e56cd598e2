internal import PhotoCodecs

/// Where the lines of a text may begin and end, counted in characters as users see them.
struct LinePlaces: Hashable, Sendable {
  /// Whether a line may end before each character.
  private let isAllowed: [Bool]
  /// For each index, the first character from there on that isn't a space; and for each end, the
  /// end of the text before it without trailing spaces.
  private let inkStarts: [Int]
  private let inkEnds: [Int]

  private var count: Int { isAllowed.count }

  init(_ characters: TextCharacters) {
    let breaks = LineBreaks(characters)
    isAllowed = (0..<characters.count).map { $0 > 0 && breaks.isAllowed(before: $0) }
    let isSpace = characters.starts.dropLast().map {
      characters.scalars[$0].properties.isWhitespace
    }
    inkEnds = isSpace.indices.reduce(into: [0]) { ends, place in
      ends.append(isSpace[place] ? ends[place] : place + 1)
    }
    var starts = [Int](repeating: isSpace.count, count: isSpace.count + 1)
    for place in isSpace.indices.reversed() {
      starts[place] = isSpace[place] ? starts[place + 1] : place
    }
    inkStarts = starts
  }

  func isAllowed(before place: Int) -> Bool { isAllowed[place] }

  /// The first character from a place on that isn't a space.
  func inkStart(from place: Int) -> Int { inkStarts[place] }

  /// The range without spaces at either end.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    let start = min(inkStarts[range.lowerBound], range.upperBound)
    return start..<max(start, inkEnds[range.upperBound])
  }

  /// The end of the characters that fit into this width.
  ///
  /// - Parameter edges: the width of the text up to each place.
  func fitting(_ edges: [Double], from start: Int, _ width: Double) -> Int {
    (start...count).last { edges[$0] - edges[start] <= width } ?? start
  }

  /// The last place where a line that starts here can end between words; nil if its first word is
  /// longer.
  func lastBreak(_ edges: [Double], from start: Int, _ width: Double) -> Int? {
    let fitting = fitting(edges, from: start, width)
    if fitting == count { return count }
    return (start + 1..<max(count + 1, start + 1)).last { place in
      (place == count || isAllowed[place]) && trimmed(start..<place).upperBound <= fitting
    }
  }

  /// Lines of whole words, each as full as can be; empty if a word is longer than a line, or if
  /// there would be more lines.
  func breaks(_ edges: [Double], _ width: Double, atMost limit: Int) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = inkStarts[0]
    while start < count {
      guard lines.count < limit, let next = lastBreak(edges, from: start, width) else { return [] }
      lines.append(trimmed(start..<next))
      start = inkStarts[next]
    }
    return lines
  }

  /// Of the search for a width, in ems.
  private static let precision = 1e-6
  private static let maxHalvings = 40

  /// The least width at which so many lines hold the text, its words whole.
  func leastWidth(of lines: Int, _ edges: [Double]) -> Double {
    let whole = edges[count]
    guard lines > 1, count > 0 else { return whole }
    var best = whole
    var low = 0.0
    for _ in 0..<Self.maxHalvings where best - low > Self.precision {
      let middle = (low + best) / 2
      let found = breaks(edges, middle, atMost: lines)
      if found.isEmpty {
        low = middle
      } else {
        best = found.map { edges[$0.upperBound] - edges[$0.lowerBound] }.max() ?? whole
      }
    }
    return best
  }
}
