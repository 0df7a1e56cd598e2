/// Characters that take two terminal columns, except those that are emoji by default.
///
/// Blocks of East Asian scripts that the Unicode standard's annex 11 lists as wide or fullwidth, as
/// of version 16. Unassigned characters in these blocks count as wide, as the annex requires for
/// ideographs. Emoji are not listed, because the standard library knows them.
enum WideRanges {
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= ranges[0].lowerBound && ranges.contains { $0.contains(scalar.value) }
  }

  /// Sorted, without overlaps.
  static let ranges: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul letters that begin a syllable
    0x2329...0x232A,  // angle brackets
    0x2E80...0x303E,  // radicals, description characters, punctuation
    0x3041...0x33FF,  // kana, bopomofo, Hangul letters, enclosed and squared forms
    0x3400...0x4DBF,  // ideographs, extension A
    0x4DC0...0x4DFF,  // hexagrams
    0x4E00...0x9FFF,  // ideographs
    0xA000...0xA4CF,  // Yi
    0xA960...0xA97C,  // Hangul letters, extension A
    0xAC00...0xD7A3,  // Hangul syllables
    0xF900...0xFAFF,  // compatibility ideographs
    0xFE10...0xFE19,  // vertical forms
    0xFE30...0xFE6B,  // compatibility and small forms
    0xFF01...0xFF60,  // fullwidth forms
    0xFFE0...0xFFE6,  // fullwidth signs
    0x16FE0...0x16FFF,  // ideographic marks
    0x17000...0x18DFF,  // Tangut, Khitan
    0x1AFF0...0x1B2FF,  // more kana, Nushu
    0x1D300...0x1D376,  // Tai Xuan Jing symbols, counting rods
    0x1F200...0x1F265,  // enclosed ideographs
    0x20000...0x2FFFD,  // ideographs, plane 2
    0x30000...0x3FFFD,  // ideographs, plane 3
  ]
}
