// Finds what hides in a text: characters that show nothing, so that two different texts look alike,
// or a text says more than can be read. Some of these characters affect how their neighbours look;
// there they don't count as hidden.
extension [Unicode.Scalar] {
  /// Whether the character at an index shows nothing and changes nothing that is seen.
  ///
  /// Joiners and variation selectors are not hidden in emoji and in scripts that need them for
  /// spelling; nor are vowel separators between Mongolian letters, and the tags of the flags of
  /// England, Scotland and Wales.
  package func isHidden(at index: Int) -> Bool {
    guard self[index].isInvisible else { return false }
    let previous = index > 0 ? self[index - 1] : nil
    let next = index + 1 < count ? self[index + 1] : nil
    return switch self[index].value {
    case 0x200C: !separates(previous, next)
    case 0x200D: !joins(index, previous, next)
    case 0x180B...0x180D, 0x180F: !(previous?.isMongolianLetter ?? false)
    case 0x180E: !endsMongolianLetter(before: index) || !(next?.isMongolianLetter ?? false)
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF:
      !(previous?.hasVariant(self[index], before: next) ?? false)
    case 0xE0020...0xE007F: !isInFlag(index)
    default: true
    }
  }

  /// Whether a Mongolian letter, perhaps followed by a selector of its form, stands right before an
  /// index.
  private func endsMongolianLetter(before index: Int) -> Bool {
    guard index > 0 else { return false }
    if self[index - 1].isMongolianLetter { return true }
    return (0x180B...0x180D).contains(self[index - 1].value) && index > 1
      && self[index - 2].isMongolianLetter
  }

  /// Whether a zero-width non-joiner between these two has an effect: it keeps a virama visible, or
  /// two letters apart.
  private func separates(_ previous: Unicode.Scalar?, _ next: Unicode.Scalar?) -> Bool {
    guard let previous, let next else { return false }
    return previous.isVirama && next.properties.isAlphabetic || next.isVirama
      || previous.isCursive && next.isCursive
  }

  /// Whether a zero-width joiner between these two has an effect: it makes a conjunct with a
  /// virama, makes one emoji of two, or joins a letter at the edge of a word.
  private func joins(_ index: Int, _ previous: Unicode.Scalar?, _ next: Unicode.Scalar?) -> Bool {
    if previous?.isVirama ?? false || next?.isVirama ?? false { return true }
    // The first emoji may be followed by a selector.
    let first = previous == "\u{FE0F}" && index > 1 ? self[index - 2] : previous
    if first?.isPictograph ?? false { return next?.isPictograph ?? false }
    return (previous?.isCursive ?? false) != (next?.isCursive ?? false)
  }

  /// Whether the tag at an index belongs to one of the flags in use. Otherwise any text could be
  /// hidden in tags after a flag.
  private func isInFlag(_ index: Int) -> Bool {
    guard let flag = self[Swift.max(index - 6, 0)..<index].lastIndex(of: "\u{1F3F4}") else {
      return false
    }
    return Self.flags.contains { self[(flag + 1)...].starts(with: $0) }
  }

  /// The tags of each flag: five letters and the cancel tag.
  private static let flags = ["gbeng", "gbsct", "gbwls"].map { name in
    name.unicodeScalars.compactMap { Unicode.Scalar(0xE0000 + $0.value) } + ["\u{E007F}"]
  }
}

extension Unicode.Scalar {
  /// Whether it shows nothing by itself: one of Unicode's default ignorable characters, or another
  /// that only controls its neighbours.
  package var isInvisible: Bool {
    guard !isASCII else { return false }
    return properties.isDefaultIgnorableCodePoint
      || properties.generalCategory == .format && !isVisibleFormat
  }

  /// A visible character of the category "format": one of the signs that enclose numbers in Arabic,
  /// Syriac and Kaithi.
  package var isVisibleFormat: Bool {
    switch value {
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: true
    default: false
    }
  }

  /// The sign that removes a consonant's inherent vowel, in scripts of India and its neighbours.
  fileprivate var isVirama: Bool { properties.canonicalCombiningClass == .virama }

  fileprivate var isPictograph: Bool { !isASCII && properties.isEmoji }

  fileprivate var isMongolianLetter: Bool { (0x1820...0x18AA).contains(value) }

  /// A letter of a script whose letters join, or a mark on one: Arabic, Syriac, N'Ko, Mandaic,
  /// Mongolian, Phags-pa, and those of their families in plane 1.
  fileprivate var isCursive: Bool {
    switch value {
    case 0x600...0x77F, 0x7C0...0x7FF, 0x840...0x8FF, 0x1800...0x18AF, 0xA840...0xA877,
      0x10AC0...0x10BAF,
      0x10D00...0x10D3F, 0x10F30...0x10FDF, 0x1E900...0x1E95F:
      switch properties.generalCategory {
      case .otherLetter, .modifierLetter, .uppercaseLetter, .lowercaseLetter, .nonspacingMark:
        !isInvisible
      default: false
      }
    default: false
    }
  }

  /// Whether a variation selector before `next` can change how this character looks: an emoji, the
  /// digit of a keycap, an ideograph, or a letter or sign that has a standardised variant.
  fileprivate func hasVariant(_ selector: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    switch selector.value {
    case 0xFE0E, 0xFE0F: isPictograph || properties.isEmoji && next == "\u{20E3}"
    case 0xFE00:
      switch value {
      // Myanmar, mathematical operators, Phags-pa.
      case 0x1000...0x109F, 0x2200...0x22FF, 0x2A00...0x2AFF, 0xA840...0xA877, 0xAA60...0xAA7F: true
      default: properties.isIdeographic
      }
    default: properties.isIdeographic
    }
  }
}
