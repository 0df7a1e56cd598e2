internal import CSandboxedCodecs

/// A text as fonts see it: code points, grouped into what users see as characters.
package struct TextCharacters: Hashable, Sendable {
  package let scalars: [Unicode.Scalar]
  /// The index of the first scalar of each character that users see; last, the number of scalars.
  package let starts: [Int]
  /// The code points, with the flags of CSandboxedText.h.
  let codes: [UInt32]

  /// The number of characters that users see.
  package var count: Int { starts.count - 1 }

  package init(_ text: some StringProtocol) {
    var scalars: [Unicode.Scalar] = []
    var starts: [Int] = []
    var codes: [UInt32] = []
    for character in text {
      starts.append(scalars.count)
      let emoji = character.isEmoji ? CSANDBOXED_TEXT_EMOJI : 0
      for (place, scalar) in character.unicodeScalars.enumerated() {
        let start = place == 0 ? CSANDBOXED_TEXT_STARTS : 0
        let ignorable =
          scalar.properties.isDefaultIgnorableCodePoint ? CSANDBOXED_TEXT_IGNORABLE : 0
        codes.append(scalar.value | start | emoji | ignorable)
      }
      scalars += character.unicodeScalars
    }
    self.scalars = scalars
    self.starts = starts + [scalars.count]
    self.codes = codes
  }
}

extension Character {
  /// Whether it is shown as a colour emoji, by default or because of a selector.
  package var isEmoji: Bool {
    let scalars = unicodeScalars
    return scalars.contains { $0 == "\u{FE0F}" }
      || scalars.first?.properties.isEmojiPresentation == true
  }
}
