internal import SafeText

/// Makes text comparable without regard to case and accents.
///
/// Letters of the Latin, Greek and Cyrillic scripts become lower case without marks, ligatures such
/// as æ become separate letters, and voiced kana become plain ones. Korean letters are joined to
/// syllables, so that only whole syllables match. Composed text, and decomposed text as macOS
/// writes it, become the same. Marks of other scripts, which are often vowels, are kept, and bytes
/// that are not UTF-8 are left unchanged.
package enum TextFolding {
  package static func folded(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    append(Array(bytes)[...], to: &output)
    return output
  }

  /// Appends the folded form of some bytes.
  static func append(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
    var index = bytes.startIndex
    /// The last scalar that was appended, if a Korean letter may still be joined to it.
    var last: Unicode.Scalar?
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte < 0x80 {
        output.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
        (index, last) = (index + 1, nil)
      } else if let scalar = UTF8.first(of: bytes[index...]) {
        index += UTF8.width(scalar)
        append(scalar, after: &last, to: &output)
      } else {
        output.append(byte)
        (index, last) = (index + 1, nil)
      }
    }
  }

  private static func append(
    _ scalar: Unicode.Scalar, after last: inout Unicode.Scalar?, to output: inout [UInt8]
  ) {
    if Self.isMark(scalar) { return }
    if let folded = letters[scalar] {
      output += folded
      last = nil
    } else if let syllable = last.flatMap({ HangulSyllable.joined($0, scalar) }) {
      output.removeLast(3)
      output += UTF8.encode(syllable)!
      last = syllable
    } else if scalar.properties.changesWhenLowercased {
      // The lower-case form may have a mark: that of the ångström sign is å.
      let small = scalar.properties.lowercaseMapping.unicodeScalars.filter { !isMark($0) }
      for letter in small { output += letters[letter] ?? Array(UTF8.encode(letter)!) }
      last = nil
    } else {
      output += UTF8.encode(scalar)!
      last = scalar
    }
  }

  /// Whether it is an accent after its letter, a voicing mark after a kana, or a variation
  /// selector.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0x3099...0x309A,
      0xFE00...0xFE0F,
      0xFE20...0xFE2F:
      true
    default: false
    }
  }

  /// The folded form of each letter with an accent, and of some others. It is found by the names in
  /// the Unicode standard: "LATIN SMALL LETTER E WITH ACUTE" folds to what "LATIN SMALL LETTER E"
  /// folds to.
  private static let letters: [Unicode.Scalar: [UInt8]] = {
    let blocks: [ClosedRange<UInt32>] = [
      0x00C0...0x02AF, 0x0370...0x03FF, 0x0400...0x052F, 0x1E00...0x1EFF, 0x1F00...0x1FFF,
    ]
    let scalars = blocks.flatMap { $0 }.compactMap { Unicode.Scalar($0) }
    var named: [String: Unicode.Scalar] = [:]
    for scalar in scalars + "abcdefghijklmnopqrstuvwxyz".unicodeScalars {
      if let name = scalar.properties.name { named[name] = scalar }
    }
    var letters: [Unicode.Scalar: [UInt8]] = [:]
    for scalar in scalars {
      let small = scalar.properties.lowercaseMapping.unicodeScalars.filter { !isMark($0) }
      guard small.count == 1, let letter = small.first else { continue }
      var folded = letter
      if let name = letter.properties.name, let with = name.firstRange(of: " WITH ") {
        folded = named[String(name[..<with.lowerBound])] ?? letter
      }
      letters[scalar] = Array((others[folded] ?? String(folded)).utf8)
    }
    for (letter, text) in others { letters[letter] = Array(text.utf8) }
    return letters
  }()

  /// Letters whose names don't tell what they fold to.
  private static let others: [Unicode.Scalar: String] = {
    var others: [Unicode.Scalar: String] = [
      "æ": "ae", "œ": "oe", "ß": "ss", "ẞ": "ss", "\u{133}": "ij", "ı": "i", "ſ": "s", "ς": "σ",
      "ϒ": "υ", "ϓ": "υ",
      "ϔ": "υ",
      "й": "и", "ё": "е", "ї": "і", "ѓ": "г", "ќ": "к", "ў": "у",
    ]
    // Voiced kana, each followed by the plain one. Katakana are 0x60 after hiragana.
    let kana = Array(
      "がかぎきぐくげけごこざさじしずすぜせぞそだたぢちづつでてどとばはびひぶふべへぼほぱはぴひぷふぺへぽほゔうゞゝ".unicodeScalars)
    for index in stride(from: 0, to: kana.count - 1, by: 2) {
      others[kana[index]] = String(kana[index + 1])
      others[katakana(kana[index])] = String(katakana(kana[index + 1]))
    }
    for (voiced, plain) in zip("ヷヸヹヺ".unicodeScalars, "ワヰヱヲ".unicodeScalars) {
      others[voiced] = String(plain)
    }
    return others
  }()

  private static func katakana(_ hiragana: Unicode.Scalar) -> Unicode.Scalar {
    Unicode.Scalar(hiragana.value + 0x60)!
  }
}

/// Joins conjoining Korean letters to syllables, after the Unicode standard, section 3.12.
private enum HangulSyllable {
  private static let syllables: UInt32 = 0xAC00
  private static let leading: UInt32 = 0x1100
  private static let vowels: UInt32 = 0x1161
  /// One less than the first trailing consonant.
  private static let trailing: UInt32 = 0x11A7
  private static let (leadingCount, vowelCount, trailingCount): (UInt32, UInt32, UInt32) = (
    19, 21, 28
  )

  /// The syllable made of a leading consonant and a vowel, or of a syllable and a trailing
  /// consonant; nil for any other pair.
  static func joined(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
    let (first, second) = (first.value, second.value)
    if (leading..<leading + leadingCount).contains(first),
      (vowels..<vowels + vowelCount).contains(second)
    {
      return Unicode.Scalar(
        syllables + ((first - leading) * vowelCount + second - vowels) * trailingCount)
    }
    let count = leadingCount * vowelCount * trailingCount
    guard (syllables..<syllables + count).contains(first), (first - syllables) % trailingCount == 0,
      (trailing + 1..<trailing + trailingCount).contains(second)
    else { return nil }
    return Unicode.Scalar(first + second - trailing)
  }
}
