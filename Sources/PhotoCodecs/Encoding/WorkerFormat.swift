internal import Imaging

/// A format that a worker encodes.
package enum WorkerFormat: Hashable, Sendable, CaseIterable {
  case webp
  case avif
  case jxl

  var codec: SandboxedCodec {
    switch self {
    case .webp: .webpEncoder
    case .avif: .av1Encoder
    case .jxl: .jxlEncoder
    }
  }

  /// The library that encodes it.
  var library: WorkerLibrary {
    switch self {
    case .webp: .webpEncoder
    case .avif: .av1Encoder
    case .jxl: .jxlEncoder
    }
  }

  var format: OutputFormat {
    switch self {
    case .webp: .webp
    case .avif: .avif
    case .jxl: .jxl
    }
  }

  private static let leastBytes = 32 << 20

  /// The most that the encoder uses beside the pixels and the coded bytes, in bytes: what was
  /// measured, and a half more.
  func encoderBytes(of size: PixelSize, _ coding: PictureCoding) -> Int {
    let perPixel =
      switch (self, coding) {
      case (.webp, .lossy): 12
      case (.webp, .lossless): 48
      case (.avif, _): 48
      case (.jxl, .lossy): 72
      case (.jxl, .lossless): 120
      }
    return Self.leastBytes + perPixel * size.pixels
  }
}
