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
  /// The other one has lost its colours.
  case inColour
  /// The other one has a frame around it.
  case withoutFrame
  /// Its owner gave it so many stars, the other one fewer or none.
  case moreStars(Int, than: Int)
  /// The other one is rejected.
  case notRejected
  /// Only its owner's favourite.
  case favourite
  /// Nothing of this can be seen, but all together makes it better.
  case slightly
  /// They are equal in all of this, and it is the first.
  case first
  /// They are equal in all of this.
  case equal
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
    case .inColour: "in colour"
    case .withoutFrame: "without a frame"
    case .moreStars(let stars, let others): "more stars (\(stars), not \(others))"
    case .notRejected: "not rejected"
    case .favourite: "a favourite"
    case .slightly: "slightly better"
    case .first: "equally good, and first"
    case .equal: "equally good"
    }
  }
}
