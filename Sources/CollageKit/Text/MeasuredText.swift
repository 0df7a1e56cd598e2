internal import PhotoCodecs
internal import PhotoLayouts

/// How wide the characters are, in ems, that replace or join what doesn't fit.
struct JoinerWidths: Hashable, Sendable {
  let ellipsis: Double
  let hyphen: Double
}

/// A text and the widths of its characters, ready to be broken into lines.
package struct MeasuredText: Hashable, Sendable {
  package let text: String
  /// The widths that it needs on one line, on two, and so on.
  let widths: TextWidths
  /// Whether it is a file's name, which is shortened in the middle and gets no hyphens.
  let isName: Bool
  private let characters: TextCharacters
  /// The width up to each entry of `characters.starts`, in ems.
  private let edges: [Double]
  private let joiners: JoinerWidths
  private let places: LinePlaces

  init(
    _ text: String, _ characters: TextCharacters, _ measures: [TextMeasure],
    joiners: JoinerWidths, isName: Bool = false
  ) {
    self.text = text
    self.characters = characters
    self.joiners = joiners
    self.isName = isName
    var edges = [0.0]
    for (start, end) in zip(characters.starts, characters.starts.dropFirst()) {
      edges.append(edges[edges.count - 1] + measures[start..<end].map(\.advance).reduce(0, +))
    }
    self.edges = edges
    places = LinePlaces(characters)
    widths = TextWidths(
      (1...TextMetrics.maxLines).map { [edges, places] in
        places.leastWidth(of: $0, edges)
      })
  }

  /// A text as it will be shown, and its lines.
  struct Lines: Hashable {
    let characters: TextCharacters
    /// The ranges of scalars in each line.
    let ranges: [Range<Int>]
    /// The width of the widest line, in ems of the text's full size.
    let width: Double
    /// The size of the text, relative to its full size.
    let scale: Double
    /// Whether some of the text didn't fit.
    var isCut = false
  }

  private static let ellipsis = "\u{2026}"
  private static let hyphen = "-"
  /// So that rounding errors don't move a word to the next line.
  private static let tolerance = 1e-9

  /// Breaks the text into lines, none wider than `maxWidth` ems. If it doesn't fit on one line, it
  /// becomes smaller; where that isn't enough it takes up to `count` lines; then words are broken
  /// with a hyphen, and what still doesn't fit is replaced by an ellipsis.
  ///
  /// - Parameter common: the size that it shares with other texts, relative to its full one, and
  ///   no larger than `largestScale`; nil for a size of its own.
  func lines(atMost count: Int, width maxWidth: Double, common: Double? = nil) -> Lines {
    let count = max(count, 1)
    let scale = common ?? largestScale(atMost: count, width: maxWidth)
    let width = maxWidth / scale
    let fitting = widths.needed.prefix(count).first { $0 <= width + Self.tolerance }
    if let fitting, let lines = widths.needed.firstIndex(of: fitting) {
      let breaks = places.breaks(edges, fitting + Self.tolerance, atMost: lines + 1)
      return shown(breaks.map { Part($0) }, scale)
    }
    let whole = [true, false].lazy.map { parts(width, splitsFewWords: $0) }
    if let parts = whole.first(where: { $0.count <= count }) { return shown(parts, scale) }
    return isName ? cutInside(count, width, scale) : cutAtEnd(count, width, scale)
  }

  /// How large it may be, relative to its full size, so that it fits into lines of so many ems; as
  /// small as can be where it doesn't.
  func largestScale(atMost count: Int, width maxWidth: Double) -> Double {
    guard let fitting = widths.lines(in: maxWidth), fitting <= max(count, 1) else {
      return TextMetrics.leastScale
    }
    return min(maxWidth / widths.needed[fitting - 1], TextMetrics.largestScale(of: fitting))
  }

  /// A name on one line, no wider than `maxWidth` ems and of the given size, so that names beside
  /// each other look alike. Of what doesn't fit, the middle is left out.
  func nameLine(width maxWidth: Double, scale: Double) -> Lines {
    let needed = widths.needed[0]
    let width = maxWidth / scale
    guard needed <= width + Self.tolerance else { return cutInside(1, width, scale) }
    return shown(places.breaks(edges, needed + Self.tolerance, atMost: 1).map { Part($0) }, scale)
  }

  /// Characters on a line, and what comes before and behind them.
  private struct Part {
    var range: Range<Int>
    var start = ""
    var end = ""

    init(_ range: Range<Int>) { self.range = range }
  }

  /// Lines of words that are broken only where they are longer than a line, or wherever a line is
  /// full.
  private func parts(_ width: Double, splitsFewWords: Bool) -> [Part] {
    var parts: [Part] = []
    var start = places.inkStart(from: 0)
    while start < characters.count {
      let next = splitsFewWords ? places.lastBreak(edges, from: start, width) : nil
      var part = Part(start..<start)
      if let next {
        part = Part(places.trimmed(start..<next))
        start = next
      } else {
        let end = split(from: start, width)
        part = Part(places.trimmed(start..<end))
        if isHyphenated(end), edges[end] - edges[start] + joiners.hyphen <= width + Self.tolerance {
          part.end = Self.hyphen
        }
        start = end
      }
      parts.append(part)
      start = places.inkStart(from: start)
    }
    return parts
  }

  /// Where a line that starts here is full, with room for a hyphen where one is needed.
  private func split(from start: Int, _ width: Double) -> Int {
    let end = max(places.fitting(edges, from: start, width), start + 1)
    guard end < characters.count, isHyphenated(end),
      edges[end] - edges[start] + joiners.hyphen > width + Self.tolerance
    else { return end }
    return max(places.fitting(edges, from: start, width - joiners.hyphen), start + 1)
  }

  /// Whether a word that is broken here gets a hyphen.
  private func isHyphenated(_ place: Int) -> Bool {
    guard !isName, place < characters.count, !places.isAllowed(before: place) else { return false }
    return [place - 1, place].allSatisfy { character in
      let scalar = characters.scalars[characters.starts[character]]
      return scalar.properties.isAlphabetic && !LineBreaks.needsNoSpace(scalar)
    }
  }

  /// Fills the lines, of which the last one ends with an ellipsis.
  private func cutAtEnd(_ count: Int, _ width: Double, _ scale: Double) -> Lines {
    var shown = Array(parts(width, splitsFewWords: true).prefix(count))
    let last = shown[count - 1].range.lowerBound
    let end = places.fitting(edges, from: last, width - joiners.ellipsis)
    shown[count - 1] = Part(places.trimmed(last..<max(end, last)))
    shown[count - 1].end = Self.ellipsis
    return self.shown(shown, scale, isCut: true)
  }

  /// Fills the lines with the beginning and the end, which tells files apart, and has the
  /// extension; between them stands an ellipsis.
  private func cutInside(_ count: Int, _ width: Double, _ scale: Double) -> Lines {
    let end = characters.count
    let room = width - joiners.ellipsis
    var shown = Array(parts(width, splitsFewWords: false).prefix(count - 1))
    let start = shown.last?.range.upperBound ?? 0
    // On a single line both get half of it.
    let head = shown.isEmpty ? places.fitting(edges, from: 0, room / 2) : start
    let left = shown.isEmpty ? room - edges[head] : room
    let tail = (head...end).first { edges[end] - edges[$0] <= left + Self.tolerance } ?? end
    if shown.isEmpty {
      var whole = Part(0..<head)
      whole.end = Self.ellipsis
      shown.append(whole)
      return self.shown(shown, scale, isCut: true, endingWith: tail..<end)
    }
    var last = Part(tail..<end)
    last.start = Self.ellipsis
    shown.append(last)
    return self.shown(shown, scale, isCut: true)
  }

  /// - Parameter tail: more characters on the last line.
  private func shown(
    _ parts: [Part], _ scale: Double, isCut: Bool = false, endingWith tail: Range<Int>? = nil
  ) -> Lines {
    var text = String.UnicodeScalarView()
    var ranges: [Range<Int>] = []
    var next = 0
    var widest = 0.0
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      // What stands between two lines decides with them how they are written, unless it is cut.
      if !isCut || part.start.isEmpty {
        text.append(contentsOf: scalars(next..<part.range.lowerBound))
      }
      let start = text.count
      text.append(contentsOf: part.start.unicodeScalars)
      text.append(contentsOf: scalars(part.range))
      text.append(contentsOf: part.end.unicodeScalars)
      var width = edges[part.range.upperBound] - edges[part.range.lowerBound]
      width += self.width(ofJoiner: part.start) + self.width(ofJoiner: part.end)
      if isLast, let tail {
        text.append(contentsOf: scalars(tail))
        width += edges[tail.upperBound] - edges[tail.lowerBound]
      }
      ranges.append(start..<text.count)
      widest = max(widest, width)
      next = part.range.upperBound
    }
    return Lines(
      characters: TextCharacters(String(text)), ranges: ranges, width: widest * scale,
      scale: scale, isCut: isCut)
  }

  private func width(ofJoiner joiner: String) -> Double {
    if joiner.isEmpty { return 0 }
    return joiner == Self.hyphen ? joiners.hyphen : joiners.ellipsis
  }

  private func scalars(_ range: Range<Int>) -> ArraySlice<Unicode.Scalar> {
    characters.scalars[characters.starts[range.lowerBound]..<characters.starts[range.upperBound]]
  }
}
