package import Imaging

/// What is shown behind photos that are not opaque.
package enum ThumbnailBackground: Hashable, Sendable {
  /// An opaque one.
  case colour(Colour)
  case checkerboard

  package static let white = ThumbnailBackground.colour(.white)

  /// What such photos are decoded on; transparent to keep their alpha.
  var decoding: Colour {
    switch self {
    case .colour(let colour): colour
    case .checkerboard: .transparent
    }
  }
}
