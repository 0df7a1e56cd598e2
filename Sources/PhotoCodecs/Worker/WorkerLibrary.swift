internal import CSandbox
internal import CSandboxedCodecs

/// What a worker loads to decode photos, or to draw text.
package enum WorkerLibrary: Hashable, Sendable, CaseIterable {
  case webp
  case hevc
  case av1
  case text
  case jxl
  case tiff
  case webpEncoder
  case av1Encoder
  case jxlEncoder

  /// What a worker says is missing that was asked for this codec.
  init(of codec: SandboxedCodec, _ reply: csandbox_reply) {
    switch codec {
    case .webp: self = .webp
    case .heif: self = reply.failing_library == CSandboxedHEIFCodec.AV1.rawValue ? .av1 : .hevc
    case .text: self = .text
    case .jxl: self = .jxl
    case .tiff: self = .tiff
    case .webpEncoder: self = .webpEncoder
    case .av1Encoder: self = .av1Encoder
    case .jxlEncoder: self = .jxlEncoder
    }
  }

  var codec: SandboxedCodec {
    switch self {
    case .webp: .webp
    case .hevc, .av1: .heif
    case .text: .text
    case .jxl: .jxl
    case .tiff: .tiff
    case .webpEncoder: .webpEncoder
    case .av1Encoder: .av1Encoder
    case .jxlEncoder: .jxlEncoder
    }
  }

  /// What makes the codec load it.
  var parameters: [UInt8] {
    switch self {
    case .webp, .text, .jxl, .tiff, .webpEncoder, .av1Encoder, .jxlEncoder: []
    case .hevc: Self.parameters(decoding: .HEVC)
    case .av1: Self.parameters(decoding: .AV1)
    }
  }

  /// Those of a picture of one layer, of which nothing else is known.
  private static func parameters(decoding codec: CSandboxedHEIFCodec) -> [UInt8] {
    var request = csandboxed_heif_request()
    request.layer_count = 1
    var layer = csandboxed_heif_layer()
    layer.kind = .colour
    layer.codec = codec
    return [UInt8](bytesOf: request) + [UInt8](bytesOf: layer)
  }

  /// Debian's packages with the libraries.
  var packages: String {
    switch self {
    case .webp, .webpEncoder: "libwebp7"
    case .hevc: "libde265-0"
    case .av1: "libdav1d6 or libdav1d7"
    case .text: "libharfbuzz0b and libfribidi0"
    case .jxl, .jxlEncoder: "libjxl0.7 or libjxl0.11"
    case .av1Encoder: "libaom3"
    case .tiff: "libtiff6"
    }
  }

  /// Debian's package with the headers; empty where none is needed.
  var headerPackage: String {
    switch self {
    case .webp, .webpEncoder: "libwebp-dev"
    case .hevc: "libde265-dev"
    case .av1: "libdav1d-dev"
    case .text, .jxl, .tiff, .av1Encoder, .jxlEncoder: ""
    }
  }
}
