/// A format that collages are written in.
package enum OutputFormat: String, Sendable, Hashable, CaseIterable {
  case jpeg
  case png
  /// A page with the picture on it, or many. It isn't read, except for its recipe.
  case pdf
  case webp
  case avif
  /// JPEG XL.
  case jxl

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
  package init?(_ format: PhotoFormat) {
    switch format {
    case .jpeg: self = .jpeg
    case .png: self = .png
    case .webp: self = .webp
    case .avif: self = .avif
    case .jxl: self = .jxl
    case .heic, .tiff, .raw: return nil
    }
  }

  /// Whether pictures in it can be transparent.
  package var hasAlpha: Bool {
    switch self {
    case .png, .webp, .avif, .jxl: true
    case .jpeg, .pdf: false
    }
  }

  /// Whether `--lossless` is for it: it can lose something, or not.
  package var mayBeLossless: Bool {
    switch self {
    case .pdf, .webp, .jxl: true
    case .jpeg, .png, .avif: false
    }
  }

  /// Whether a worker encodes it.
  var isOfWorker: Bool { WorkerFormat.allCases.contains { $0.format == self } }

  /// Whether pictures in it can have a gain map.
  package var hasGainMap: Bool {
    switch self {
    case .jpeg, .avif, .jxl: true
    case .png, .pdf, .webp: false
    }
  }

  /// Whether it is paper with a picture on it, in one place or several, and not only the picture:
  /// then a sheet with its copies and cut marks is described, not drawn.
  package var hasPaper: Bool { self == .pdf }

  /// As people write it: "WebP".
  package var name: String {
    switch self {
    case .jpeg, .png, .pdf, .avif: rawValue.uppercased()
    case .webp: "WebP"
    case .jxl: "JPEG XL"
    }
  }

  /// The file extension, without the dot.
  package var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    case .pdf: "pdf"
    case .webp: "webp"
    case .avif: "avif"
    case .jxl: "jxl"
    }
  }
}
