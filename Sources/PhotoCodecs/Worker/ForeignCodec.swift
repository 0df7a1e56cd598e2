internal import CForeignPhotos

/// A decoder that runs in a worker.
package enum ForeignCodec: Hashable, Sendable, CaseIterable {
  case webp
  /// For HEIC and AVIF.
  case heif

  var code: CForeignCodec {
    switch self {
    case .webp: .webP
    case .heif: .HEIF
    }
  }

  /// Debian's package with the library.
  var packages: String {
    switch self {
    case .webp: "libwebp7"
    case .heif: "libheif1"
    }
  }

  /// Debian's package with the headers.
  var headerPackage: String {
    switch self {
    case .webp: "libwebp-dev"
    case .heif: "libheif-dev"
    }
  }
}
