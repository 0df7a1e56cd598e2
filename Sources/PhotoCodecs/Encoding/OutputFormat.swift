/// A format that collages are written in.
package enum OutputFormat: String, Sendable, Hashable, CaseIterable {
  case jpeg
  case png
  /// A page with the picture on it, or many. It isn't read, except for its recipe.
  case pdf

  /// The format with this name, as users type it, in upper or lower case; nil for any other text.
  package init?(_ name: String) {
    if name.lowercased() == Self.pdf.rawValue {
      self = .pdf
      return
    }
    switch PhotoFormat(name) {
    case .jpeg: self = .jpeg
    case .png: self = .png
    default: return nil
    }
  }

  /// Whether pictures in it can be transparent.
  package var hasAlpha: Bool { self == .png }

  /// Whether pictures in it can have a gain map.
  package var hasGainMap: Bool { self == .jpeg }

  /// Whether it is paper with a picture on it, in one place or several, and not only the picture:
  /// then a sheet with its copies and cut marks is described, not drawn.
  package var hasPaper: Bool { self == .pdf }

  /// The file extension, without the dot.
  package var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    case .pdf: "pdf"
    }
  }
}
