/// What to search for: photos that meet all of some conditions, whose words the README lists.
///
/// A photo's date is the one in EXIF, else its file's. A photo whose header can't be read meets no
/// condition on its size, negated or not.
package struct SearchQuery: Sendable {
  let terms: [SearchTerm]

  /// Whether a condition depends on a photo's header.
  var needsHeaders: Bool { terms.contains(where: \.needsHeader) }

  /// - Parameter words: one condition each, as bytes; an empty one holds for all photos.
  package init(_ words: [[UInt8]]) throws(SearchTermError) {
    var terms: [SearchTerm] = []
    for word in words { terms.append(try SearchTerm(word)) }
    self.terms = terms
  }

  /// Each bare word as a condition on people, keywords and titles: `person:lena` for `lena`.
  var keyedWords: [SearchTerm] {
    terms.filter(\.isBareWord).flatMap { word in
      SearchTerm.Text.allCases.compactMap { kind in
        try? SearchTerm(Array("\(kind.rawValue):".utf8) + word.text)
      }
    }
  }

  /// The conditions in a typed line, separated by spaces. Spaces between quotation marks belong to
  /// the condition, the marks don't. A mark without a partner extends to the end of the line.
  package static func words(in line: [UInt8]) -> [[UInt8]] {
    var words: [[UInt8]] = []
    var word: [UInt8] = []
    var isQuoted = false
    for byte in line {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: " ") where !isQuoted, UInt8(ascii: "\t") where !isQuoted:
        words.append(word)
        word = []
      default: word.append(byte)
      }
    }
    return (words + [word]).filter { !$0.isEmpty }
  }
}
