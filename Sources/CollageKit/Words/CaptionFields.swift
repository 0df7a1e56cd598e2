package import PhotoCodecs

/// What a caption can say of a photo; nil for what isn't known of it.
package struct CaptionFields: Hashable, Sendable {
  /// Fields that are texts, by the names that users write.
  package enum Name: String, CaseIterable, Sendable {
    case name
    case number = "n"
    case title, place, people, keywords, camera, lens, aperture, shutter, iso, focal
  }

  private var texts: [Name: String] = [:]
  /// When it was taken.
  package var date: MomentTaken?

  package init() {}

  package subscript(name: Name) -> String? {
    get { texts[name] }
    set { texts[name] = newValue }
  }
}
