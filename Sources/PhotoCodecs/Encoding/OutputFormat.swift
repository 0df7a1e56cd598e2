/// A format that collages are written in.
package enum OutputFormat: String, Sendable, Hashable, CaseIterable {
  case jpeg
  case png
  /// A page with the picture on it, or many. It isn't read, except for its recipe.
  case pdf
  case webp

  /// The format with this name, as users type it, in upper or lower case; nil for any other text.
  package init?(_ name: String) {
    if name.lowercased() == Self.pdf.rawValue {
      self = .pdf
      return
    }
    guard let format = PhotoFormat(name) else { return nil }
    self.init(format)
  }

  /// Nil for a format that isn't written.
  init?(_ format: PhotoFormat) {
    switch format {
    case .jpeg: self = .jpeg
    case .png: self = .png
    case .webp: self = .webp
    case .heic, .avif, .jxl, .tiff, .raw: return nil
    }
  }

  /// Whether pictures in it can be transparent.
  package var hasAlpha: Bool {
    switch self {
    case .png, .webp: true
    case .jpeg, .pdf: false
    }
  }

  /// Whether `--lossless` is for it: it can lose something, or not.
  package var mayBeLossless: Bool {
    switch self {
    case .pdf, .webp: true
    case .jpeg, .png: false
    }
  }

  /// Whether pictures in it can have a gain map.
  package var hasGainMap: Bool { self == .jpeg }

  /// Whether it is paper with a picture on it, in one place or several, and not only the picture:
  /// then a sheet with its copies and cut marks is described, not drawn.
  package var hasPaper: Bool { self == .pdf }

  /// As people write it: "WebP".
  package var name: String {
    switch self {
    case .jpeg, .png, .pdf: rawValue.uppercased()
    case .webp: "WebP"
    }
  }

  /// The file extension, without the dot.
  package var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    case .pdf: "pdf"
    case .webp: "webp"
    }
  }
}
