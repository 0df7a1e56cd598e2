/// Cleans and shortens what is written into a picture for people who don't see it.
package enum AltText {
  /// Of the short form, in code points.
  package static let briefLength = 300
  /// Of the whole description, in code points.
  package static let length = 20_000

  /// The text on one line: without control characters, those that change the direction of what
  /// follows, and what is no character; with one space for white space of any kind. Of longer
  /// texts only the beginning is kept.
  package static func cleaned(_ text: some StringProtocol) -> String {
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
        // What is no UTF-8 on a command line.
        kept.append((0x10_FE80...0x10_FEFF).contains(scalar.value) ? "\u{FFFD}" : scalar)
        isAfterSpace = false
        count += 1
      }
      // One more shows that something is left out.
      if count > length { break }
    }
    if isAfterSpace, !kept.isEmpty { kept.removeLast() }
    return shortened(String(kept), to: length)
  }

  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    default:
      scalar.properties.generalCategory == .control || scalar.properties.isNoncharacterCodePoint
    }
  }

  /// As much of a cleaned text as there is room for, up to the end of a word, with an ellipsis.
  static func shortened(_ text: String, to limit: Int) -> String {
    shortened(text, to: limit) { _ in 1 }
  }

  /// - Parameter size: of a code point, in the unit of the limit; an ellipsis has at most three.
  package static func shortened(
    _ text: String, to limit: Int, _ size: (Unicode.Scalar) -> Int
  ) -> String {
    let scalars = text.unicodeScalars
    let ellipsis: Unicode.Scalar = "\u{2026}"
    var room = limit
    var end = scalars.startIndex
    var roomyEnd = scalars.startIndex
    for index in scalars.indices {
      let needed = size(scalars[index])
      if needed > room { break }
      room -= needed
      end = scalars.index(after: index)
      if room >= size(ellipsis) { roomyEnd = end }
    }
    if end == scalars.endIndex { return text }
    let start = text[..<boundary(before: roomyEnd, in: text)]
    // Where there is a space in the last part of it, the text ends with a whole word.
    let isWhole = scalars[start.endIndex] == " "
    let space = isWhole ? nil : start.suffix(maxWordLength).lastIndex(of: " ")
    return String(start[..<(space ?? start.endIndex)]).trimmingEnd + String(ellipsis)
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
  fileprivate var trimmingEnd: String {
    var text = self
    while let last = text.last, last.isWhitespace || ",;:.".contains(last) { text.removeLast() }
    return text
  }
}
