/// A format that collages are written in.
package enum OutputFormat: String, Sendable, Hashable, CaseIterable {
  case jpeg
  case png

  /// The format with this name, as users type it, in upper or lower case; nil for any other text.
  package init?(_ name: String) {
    switch PhotoFormat(name) {
    case .jpeg: self = .jpeg
    case .png: self = .png
    default: return nil
    }
  }

  /// The file extension, without the dot.
  package var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    }
  }
}
