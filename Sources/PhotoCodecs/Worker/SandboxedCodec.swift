internal import CSandboxedCodecs

/// What runs in a worker: decoders, and what measures and draws text.
enum SandboxedCodec: Hashable, Sendable {
  case webp
  /// For HEIC and AVIF.
  case heif
  case text

  /// Its index among the worker's codecs.
  var index: UInt32 {
    switch self {
    case .webp: CSandboxedCodec.webP.rawValue
    case .heif: CSandboxedCodec.HEIF.rawValue
    case .text: CSandboxedCodec.text.rawValue
    }
  }
}
