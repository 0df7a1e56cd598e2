internal import CForeignPhotos

/// What runs in a worker: decoders, and what measures and draws text.
enum ForeignCodec: Hashable, Sendable {
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
}
