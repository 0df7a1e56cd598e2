internal import CForeignPhotos

/// What runs in a worker: decoders, and what measures and draws text.
package enum ForeignCodec: Hashable, Sendable, CaseIterable {
  case webp
  /// For HEIC and AVIF.
  case heif
  case text

  var code: CForeignCodec {
    switch self {
    case .webp: .webP
    case .heif: .HEIF
    case .text: .text
    }
  }

  /// Debian's packages with the libraries.
  var packages: String {
    switch self {
    case .webp: "libwebp7"
    case .heif: "libheif1"
    case .text: "libharfbuzz0b and libfribidi0"
    }
  }

  /// Debian's package with the headers; empty where none is needed.
  var headerPackage: String {
    switch self {
    case .webp: "libwebp-dev"
    case .heif: "libheif-dev"
    case .text: ""
    }
  }
}
