internal import PhotoCodecs

/// The places where lines may be broken, following the main rules of Unicode's line breaking (UAX
/// 14): after spaces and hyphens, and between characters of scripts that are written without
/// spaces, but not before closing or after opening punctuation. Thai, Lao, Khmer and Burmese may be
/// broken between any two syllables, because finding words would need dictionaries.
struct LineBreaks {
  private let characters: TextCharacters

  init(_ characters: TextCharacters) { self.characters = characters }

  /// Including Thai and Lao vowels, which are written before their consonants.
  private static let opening = Set("([{¿¡‘“«‹（［｛「『【〔〈《〖〘เแโใไເແໂໃໄ".unicodeScalars)
  /// Including Thai and Lao vowels written after their consonants, and signs of repetition and
  /// abbreviation.
  private static let closing = Set(
    (")]}!?.,:;%’”»›…、。，．：；！？）］｝」』】〕〉》〗〙ー々〻"
      + "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ・゛゜ゝゞヽヾะาำๅๆฯະາຳໆຯ").unicodeScalars)
  private static let hyphens = Set("-\u{2010}\u{2012}\u{2013}\u{2014}/\u{200B}".unicodeScalars)
  private static let unbreakable = Set("\u{A0}\u{202F}\u{2060}\u{FEFF}\u{2007}".unicodeScalars)

  /// Whether a line may end before a character, as users see them, counted from 1.
  func isAllowed(before place: Int) -> Bool {
    let start = characters.starts[place]
    let (last, next) = (characters.scalars[start - 1], characters.scalars[start])
    if Self.unbreakable.contains(last) || Self.unbreakable.contains(next)
      || next.properties.isWhitespace
    {
      return false
    }
    if last.properties.isWhitespace { return true }
    if Self.closing.contains(next) || Self.opening.contains(last) { return false }
    if Self.hyphens.contains(last) {
      // A hyphen before a digit is a minus sign, as in -5.
      return next.properties.numericType == nil || last == "\u{200B}"
    }
    return Self.needsNoSpace(last) && Self.breaks(next)
      || Self.breaks(last) && Self.needsNoSpace(next)
  }

  private static func breaks(_ scalar: Unicode.Scalar) -> Bool {
    needsNoSpace(scalar) || scalar.properties.isAlphabetic
  }

  /// Whether it belongs to a script that doesn't separate words.
  static func needsNoSpace(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isIdeographic { return true }
    return switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x19E0...0x19FF, 0x3000...0x30FF,
      0x31F0...0x31FF,
      0xA9E0...0xA9FF, 0xAA60...0xAA7F, 0xAC00...0xD7A3, 0xFF00...0xFFEF:
      true
    default: false
    }
  }
}
