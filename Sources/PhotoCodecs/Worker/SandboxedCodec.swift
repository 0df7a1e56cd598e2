internal import CSandboxedCodecs

/// What runs in a worker: decoders, and what measures and draws text.
enum SandboxedCodec: Hashable, Sendable {
  case webp
  /// For HEIC and AVIF.
  case heif
  case text
  case jxl
  case tiff
  case webpEncoder
  case av1Encoder
  case jxlEncoder

  /// Its index among the worker's codecs.
  var index: UInt32 {
    switch self {
    case .webp: CSandboxedCodec.webP.rawValue
    case .heif: CSandboxedCodec.HEIF.rawValue
    case .text: CSandboxedCodec.text.rawValue
    case .jxl: CSandboxedCodec.JXL.rawValue
    case .tiff: CSandboxedCodec.TIFF.rawValue
    case .webpEncoder: CSandboxedCodec.webPEncoder.rawValue
    case .av1Encoder: CSandboxedCodec.av1Encoder.rawValue
    case .jxlEncoder: CSandboxedCodec.jxlEncoder.rawValue
    }
  }
}
