internal import CSandboxedCodecs

/// A text as fonts see it.
package struct TextCharacters: Hashable, Sendable {
  package let scalars: [Unicode.Scalar]
  /// Where each begins of what users see as a character, and the end.
  package let starts: [Int]
  /// Code points with the bits of CSandboxedText.h.
  let codes: [UInt32]

  /// Of what users see as characters.
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
  /// Whether it is shown as a coloured picture unless another way is asked for.
  package var isEmoji: Bool {
    let scalars = unicodeScalars
    return scalars.contains { $0 == "\u{FE0F}" }
      || scalars.first?.properties.isEmojiPresentation == true
  }
}
