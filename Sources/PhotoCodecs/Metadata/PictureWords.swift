package import Imaging

/// What a picture says to people who don't see it: written into its file, where programs that read
/// pictures aloud find it.
///
/// All texts are plain: no control characters, none that change the direction of what follows, no
/// line breaks.
package struct PictureWords: Hashable, Sendable {
  /// A part of the picture.
  package struct Part: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case title, photo, caption, header, footer
    }

    package let kind: Kind
    /// A photo's description; of everything else, what is written there.
    package let text: String
    /// In pixels of the picture without its bleed.
    package let area: PixelRect
    /// Of the text, where that isn't the picture's.
    package let language: String?

    package init(
      _ kind: Kind, _ text: String, in area: PixelRect, language: String? = nil
    ) {
      self.kind = kind
      self.text = text
      self.area = area
      self.language = language
    }
  }

  /// The whole picture; at most 20,000 characters.
  package let description: String
  /// The same in at most 300 characters.
  package let brief: String
  /// What the picture is, in place of a title: "Collage of 4 photos".
  package let kind: String
  /// The language of the texts, as in BCP 47 ("en", "pt-BR").
  package let language: String
  /// Of the description, where that isn't the picture's.
  package let descriptionLanguage: String?
  /// In reading order; a caption follows its photo.
  package let parts: [Part]

  package init(
    description: String, brief: String, kind: String = "Collage", language: String,
    descriptionLanguage: String? = nil, parts: [Part]
  ) {
    self.description = description
    self.brief = brief
    self.kind = kind
    self.language = language
    self.descriptionLanguage = descriptionLanguage
    self.parts = parts
  }
}
