internal import PhotoCodecs

/// How long what is written into a picture for people who don't see it may be, in code points.
package enum AltText {
  /// The short form.
  package static let briefLength = 300
  /// The whole description.
  package static let length = 20_000

  /// Of what this program says by itself; nil where that is also the texts' language.
  static func language(beside texts: String) -> String? {
    texts == "en" || texts.hasPrefix("en-") ? nil : "en"
  }

  /// A text of any length as plain words on one line.
  static func cleaned(_ text: String) -> String { PlainWords.cleaned(text, limit: length) }

  static func shortened(_ text: String) -> String { PlainWords.shortened(text, to: length) }

  package static func brief(_ text: String) -> String {
    PlainWords.shortened(text, to: briefLength)
  }
}
