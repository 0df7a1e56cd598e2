/// How a collage's pixels are encoded into a file.
package enum Encoding: Hashable, Sendable {
  case jpeg(Quality)
  case png(Compression)

  package var format: PhotoFormat {
    switch self {
    case .jpeg: .jpeg
    case .png: .png
    }
  }

  /// The format's maximum width and height in pixels: the limits of libjpeg and libpng.
  package var longestSide: Int {
    switch self {
    case .jpeg: 65_500
    case .png: 1_000_000
    }
  }
}
