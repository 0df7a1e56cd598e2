/// Makes plain text of what anybody wrote, for what a picture says to people who don't see it.
package enum PlainWords {
  /// The text on one line: without control characters, those that change the direction of what
  /// follows, and what is no character; with one space for white space of any kind.
  ///
  /// - Parameter limit: in code points; of a longer text the beginning is kept, up to the end of a
  ///   word.
  package static func cleaned(_ text: some StringProtocol, limit: Int) -> String {
    var kept = String.UnicodeScalarView()
    var count = 0
    var isAfterSpace = true
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace {
        if !isAfterSpace {
          kept.append(" ")
          count += 1
        }
        isAfterSpace = true
      } else if !isDropped(scalar) {
        kept.append(carriesByte(scalar) ? "\u{FFFD}" : scalar)
        isAfterSpace = false
        count += 1
      }
      // One more shows that something is left out.
      if count > limit { break }
    }
    if isAfterSpace, !kept.isEmpty { kept.removeLast() }
    return shortened(String(kept), to: limit)
  }

  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    default:
      scalar.properties.generalCategory == .control || scalar.properties.isNoncharacterCodePoint
    }
  }

  /// Whether it is one of the last 128 private ones, which carry the bytes of a command line that
  /// are not UTF-8.
  private static func carriesByte(_ scalar: Unicode.Scalar) -> Bool {
    (0x10_FE80...0x10_FEFF).contains(scalar.value)
  }

  /// As much of a plain text as there is room for, up to the end of a word, with an ellipsis.
  ///
  /// - Parameter limit: in code points.
  package static func shortened(_ text: String, to limit: Int) -> String {
    shortened(text, to: limit) { _ in 1 }
  }

  /// - Parameter size: of a code point, in the unit of the limit.
  static func shortened(
    _ text: String, to limit: Int, _ size: (Unicode.Scalar) -> Int
  ) -> String {
    let scalars = text.unicodeScalars
    let ellipsis: Unicode.Scalar = "\u{2026}"
    var room = limit
    var end = scalars.startIndex
    // Up to here there is room for the ellipsis, too.
    var roomyEnd = scalars.startIndex
    while end < scalars.endIndex {
      room -= size(scalars[end])
      if room < 0 { break }
      end = scalars.index(after: end)
      if room >= size(ellipsis) { roomyEnd = end }
    }
    if end == scalars.endIndex { return text }
    let start = text[..<boundary(before: roomyEnd, in: text)]
    // Where there is a space in the last part of it, the text ends with a whole word.
    let isWhole = scalars[start.endIndex] == " "
    let space = isWhole ? nil : start.suffix(maxWordLength).lastIndex(of: " ")
    return String(start[..<(space ?? start.endIndex)]).withoutMarksAtEnd + String(ellipsis)
  }

  /// Longer words are cut.
  private static let maxWordLength = 40
  /// How many code points are left out at most to keep what users see as one character whole.
  private static let maxMarks = 32

  private static func boundary(before end: String.Index, in text: String) -> String.Index {
    var index = end
    for _ in 0..<maxMarks where index > text.startIndex {
      if let boundary = String.Index(index, within: text) { return boundary }
      index = text.unicodeScalars.index(before: index)
    }
    return end
  }
}

extension String {
  /// Without the white space and the marks that end sentences and their parts.
  fileprivate var withoutMarksAtEnd: String {
    var text = self
    while let last = text.last, last.isWhitespace || ",;:.".contains(last) { text.removeLast() }
    return text
  }
}
