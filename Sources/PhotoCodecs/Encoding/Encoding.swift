/// How a collage's pixels become a file.
package enum Encoding: Hashable, Sendable {
  case jpeg(Quality)
  case png(Compression)

  package var format: PhotoFormat {
    switch self {
    case .jpeg: .jpeg
    case .png: .png
    }
  }

  /// The longest side that the format takes, in pixels: libjpeg's and libpng's own limits.
  package var longestSide: Int {
    switch self {
    case .jpeg: 65_500
    case .png: 1_000_000
    }
  }
}
