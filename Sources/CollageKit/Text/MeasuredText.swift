internal import PhotoCodecs

/// A text and the widths of its characters, ready to be broken into lines.
package struct MeasuredText: Hashable, Sendable {
  package let text: String
  /// The width of the whole text on one line, in ems.
  let width: Double
  private let characters: TextCharacters
  /// The width up to each entry of `characters.starts`, in ems.
  private let edges: [Double]
  private let ellipsisWidth: Double
  /// For each index, the first character from there on that isn't a space; and for each end, the
  /// end of the text before it without trailing spaces.
  private let inkStarts: [Int]
  private let inkEnds: [Int]

  init(
    _ text: String, _ characters: TextCharacters, _ measures: [TextMeasure], ellipsisWidth: Double
  ) {
    self.text = text
    self.characters = characters
    self.ellipsisWidth = ellipsisWidth
    edges = zip(characters.starts, characters.starts.dropFirst()).reduce(into: [0]) {
      edges, bounds in
      let width: Double = measures[bounds.0..<bounds.1].map(\.advance).reduce(0, +)
      edges.append(edges[edges.count - 1] + width)
    }
    width = edges[edges.count - 1]
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

  /// A text as it will be shown, and its lines.
  struct Lines: Hashable {
    let characters: TextCharacters
    /// The ranges of scalars in each line.
    let ranges: [Range<Int>]
    /// The width of the widest line, in ems.
    let width: Double
    /// Whether some of the text didn't fit.
    var isCut = false
  }

  private static let ellipsis = "\u{2026}"

  /// Breaks the text into at most `count` lines, none wider than `maxWidth` ems; two lines are made
  /// as equal as possible. Whatever doesn't fit is replaced by an ellipsis.
  func lines(atMost count: Int, width maxWidth: Double) -> Lines {
    let end = characters.count
    if width <= maxWidth || count < 1 {
      return Lines(characters: characters, ranges: [scalars(0..<end)], width: width)
    }
    let breaks = LineBreaks(characters)
    if count > 1, let place = balancedBreak(breaks, maxWidth) {
      let lines = [trimmed(0..<place), trimmed(place..<end)]
      return Lines(
        characters: characters, ranges: lines.map(scalars), width: lines.map(width).max() ?? 0)
    }
    // Fill every line; the last one ends with the ellipsis.
    var ranges: [Range<Int>] = []
    var start = 0
    while ranges.count < count - 1, start < end {
      let next = lastBreak(breaks, from: start, maxWidth)
      ranges.append(trimmed(start..<next))
      start = next
      start = inkStarts[start]
    }
    if start == end {
      return Lines(characters: characters, ranges: ranges.map(scalars), width: maxWidth)
    }
    let fitting = fits(from: start, maxWidth - ellipsisWidth)
    let last = trimmed(start..<max(fitting, start))
    let shown = characters.scalars[..<scalars(0..<last.upperBound).upperBound]
    var text = String.UnicodeScalarView(shown)
    text.append(contentsOf: Self.ellipsis.unicodeScalars)
    let shortened = TextCharacters(String(text))
    return Lines(
      characters: shortened,
      ranges: ranges.map(scalars) + [scalars(last).lowerBound..<shortened.scalars.count],
      width: maxWidth, isCut: true)
  }

  /// Where to break into two lines of nearly equal width that both fit; nil if there is no such
  /// place.
  private func balancedBreak(_ breaks: LineBreaks, _ maxWidth: Double) -> Int? {
    let end = characters.count
    // Of equally good places, the one with the longer first line.
    let candidates = (1..<max(end, 1)).reversed().filter { breaks.isAllowed(before: $0) }.map {
      place in
      (place: place, width: max(width(of: trimmed(0..<place)), width(of: trimmed(place..<end))))
    }
    guard let best = candidates.min(by: { $0.width < $1.width }), best.width <= maxWidth else {
      return nil
    }
    return best.place
  }

  /// The last place where a line that starts here can end; inside a word only if the word is longer
  /// than a line.
  private func lastBreak(_ breaks: LineBreaks, from start: Int, _ maxWidth: Double) -> Int {
    let fitting = fits(from: start, maxWidth)
    let allowed = (start + 1..<max(characters.count, start + 1)).last { place in
      breaks.isAllowed(before: place) && trimmed(start..<place).upperBound <= fitting
    }
    return allowed ?? max(fitting, start + 1)
  }

  /// The end of the characters that fit into this width.
  private func fits(from start: Int, _ maxWidth: Double) -> Int {
    (start...characters.count).last { edges[$0] - edges[start] <= maxWidth } ?? start
  }

  private func width(of range: Range<Int>) -> Double {
    edges[range.upperBound] - edges[range.lowerBound]
  }

  /// The range without spaces at either end.
  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    let start = min(inkStarts[range.lowerBound], range.upperBound)
    return start..<max(start, inkEnds[range.upperBound])
  }

  private func scalars(_ range: Range<Int>) -> Range<Int> {
    characters.starts[range.lowerBound]..<characters.starts[range.upperBound]
  }
}
