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
}
