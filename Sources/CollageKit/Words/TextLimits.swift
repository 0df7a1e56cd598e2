/// How long a text may be. What users see as one character may have any number of marks, and
/// shaping takes time that grows with their square: both are limited.
enum TextLimits {
  /// What users see as characters.
  static let characters = 1000
  /// Code points of one of them: an emoji of a family has 11, and Unicode's own Stream-Safe Text
  /// Format allows 30 marks.
  static let codePoints = 32

  /// What a text can have.
  static let sentence =
    "at most \(characters) characters of at most \(codePoints) code points each"

  /// - Cost: linear, and little for a text of any length that is refused.
  static func allows(_ text: String) -> Bool {
    // No code point has more than four bytes.
    guard text.utf8.count <= characters * codePoints * 4 else { return false }
    var count = 0
    for character in text {
      count += 1
      guard count <= characters, character.unicodeScalars.count <= codePoints else { return false }
    }
    return true
  }

  /// As much as is allowed of a text that somebody else wrote, in a photo or as its name.
  static func shortened(_ text: String) -> String {
    if allows(text) { return text }
    var scalars = String.UnicodeScalarView()
    for character in text.prefix(characters) {
      scalars += character.unicodeScalars.prefix(codePoints)
    }
    // What was cut may be read as other characters than before.
    let shortened = String(scalars)
    return allows(shortened)
      ? shortened : String(String.UnicodeScalarView(shortened.unicodeScalars.prefix(codePoints)))
  }
}
