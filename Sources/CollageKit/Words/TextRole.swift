/// What a text of a collage is; the raw value names it to users.
package enum TextRole: String, Hashable, Sendable {
  case title, header, footer
  /// Of one photo.
  case caption
}
