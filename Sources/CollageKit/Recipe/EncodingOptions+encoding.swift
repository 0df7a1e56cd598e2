internal import PhotoCodecs

extension EncodingOptions {
  /// What a collage was encoded with, whether it was asked for, followed from the output's name, or
  /// was the default.
  init(_ encoding: Encoding) {
    format = encoding.format
    switch encoding.pixels {
    case .jpeg(let quality): self.quality = quality
    case .deflated(let compression):
      self.compression = compression
      isLossless = encoding.format != .png
    case .worker(_, .lossy(let quality)): self.quality = quality
    case .worker(_, .lossless): isLossless = true
    }
  }
}
