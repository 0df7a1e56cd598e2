internal import SafeText

/// How many terminal columns a text takes.
///
/// Matches terminals that support grapheme clusters. Older ones give a combined emoji the width of
/// all its parts. This can't be detected, so rows that must not wrap are drawn with the terminal's
/// wrapping off.
package enum DisplayWidth {
  /// Columns of one cluster: 0 for control characters and lone marks, 2 for wide characters, emoji
  /// and flags. A cluster of several letters, as in Indic scripts, takes the sum of its letters'
  /// columns.
  package static func columns(of cluster: Character) -> Int {
    if cluster.utf8.count == 1 { return cluster.isASCIIControl ? 0 : 1 }
    let scalars = cluster.unicodeScalars
    return isEmoji(scalars) ? 2 : scalars.reduce(0) { $0 + columns(of: $1) }
  }

  package static func columns(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  /// The longest prefix that takes at most this many columns.
  package static func prefix(of text: String, fitting columns: Int) -> Substring {
    var left = columns
    return text.prefix { cluster in
      left -= self.columns(of: cluster)
      return left >= 0
    }
  }

  /// The longest suffix that takes at most this many columns.
  package static func suffix(of text: String, fitting columns: Int) -> Substring {
    var left = columns
    let fitting = text.reversed().prefix { cluster in
      left -= self.columns(of: cluster)
      return left >= 0
    }
    return text.suffix(fitting.count)
  }

  /// A text as rows, broken between words; a word that is longer than a row is not split.
  ///
  /// - Parameters:
  ///   - columns: the maximum width of a row in columns.
  ///   - indent: the number of spaces at the start of every row but the first.
  package static func rows(of text: String, columns: Int, indent: Int) -> [String] {
    var rows: [String] = []
    var row = ""
    var rest = text[...]
    while !rest.isEmpty {
      let gap = rest.prefix { $0 == " " }
      let word = rest.dropFirst(gap.count).prefix { $0 != " " }
      rest = rest[word.endIndex...]
      let hasWord = row.contains { $0 != " " }
      if hasWord, self.columns(of: row) + gap.count + self.columns(of: word) > columns {
        rows.append(row)
        row = String(repeating: " ", count: indent) + word
      } else {
        row += gap + word
      }
    }
    return rows + [row]
  }

  /// Whether a cluster is drawn as an emoji: either by default or because of a selector, a skin
  /// tone or a joined emoji.
  private static func isEmoji(_ scalars: Character.UnicodeScalarView) -> Bool {
    guard let first = scalars.first else { return false }
    if first.properties.isEmojiPresentation { return true }
    guard first.properties.isEmoji else { return false }
    return scalars.dropFirst().contains { $0.value == 0xFE0F || $0.properties.isEmojiPresentation }
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .control, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
    case .format: return scalar.isVisibleFormat ? 1 : 0
    default:
      // Hangul letters that continue a syllable.
      if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) {
        return 0
      }
      return WideRanges.contains(scalar) || scalar.properties.isEmojiPresentation ? 2 : 1
    }
  }
}

extension Character {
  var isASCIIControl: Bool { utf8.count == 1 && (utf8.first! < 0x20 || utf8.first! == 0x7F) }
}
