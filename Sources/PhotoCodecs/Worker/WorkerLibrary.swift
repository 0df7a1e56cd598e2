internal import CForeignPhotos

/// What a worker loads to decode photos, or to draw text.
package enum WorkerLibrary: Hashable, Sendable, CaseIterable {
  case webp
  case hevc
  case av1
  case text

  /// What a worker says is missing that was asked for this codec.
  init(of codec: ForeignCodec, _ reply: cforeign_reply) {
    switch codec {
    case .webp: self = .webp
    case .heif: self = reply.heif_codec == .AV1 ? .av1 : .hevc
    case .text: self = .text
    }
  }

  var codec: ForeignCodec {
    switch self {
    case .webp: .webp
    case .hevc, .av1: .heif
    case .text: .text
    }
  }

  /// What makes the codec load it.
  var parameters: [UInt8] {
    switch self {
    case .webp, .text: []
    case .hevc: HEIFParameters(of: .HEVC).bytes
    case .av1: HEIFParameters(of: .AV1).bytes
    }
  }

  /// Debian's packages with the libraries.
  var packages: String {
    switch self {
    case .webp: "libwebp7"
    case .hevc: "libde265-0"
    case .av1: "libdav1d6"
    case .text: "libharfbuzz0b and libfribidi0"
    }
  }

  /// Debian's package with the headers; empty where none is needed.
  var headerPackage: String {
    switch self {
    case .webp: "libwebp-dev"
    case .hevc: "libde265-dev"
    case .av1: "libdav1d-dev"
    case .text: ""
    }
  }
}
