package import Imaging

/// In which way one photo of a series is better than another.
package enum RatingReason: Hashable, Sendable {
  case sharper
  case lessOverexposed
  case betterExposed
  /// More faces are found, and whole.
  case moreFaces
  case larger(PixelSize, than: PixelSize)
  /// It has a camera's metadata, or was compressed less.
  case original
  /// They are equal in all of this.
  case first
}

extension RatingReason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .sharper: "sharper"
    case .lessOverexposed: "not overexposed"
    case .betterExposed: "better exposed"
    case .moreFaces: "more whole faces"
    case .larger(let size, let other): "larger (\(size), not \(other))"
    case .original: "the original, not a copy"
    case .first: "equally good, and first"
    }
  }
}
