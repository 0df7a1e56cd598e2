/// A rotation of a picture by quarter turns.
package enum Turn: String, Hashable, Sendable, CaseIterable {
  case none
  /// By a quarter, clockwise.
  case right
  /// By a quarter, counter-clockwise.
  case left
  case half = "180"

  /// The turn that makes a picture stored with this orientation upright, apart from mirroring it.
  package init(_ orientation: Orientation) {
    let turn = Self.allCases.first { turn in
      turn.orientation == orientation || turn.orientation.followed(by: .upMirrored) == orientation
    }
    self = turn ?? .none
  }

  /// The orientation of a stored picture that this turn makes upright.
  package var orientation: Orientation {
    switch self {
    case .none: .up
    case .right: .right
    case .left: .left
    case .half: .down
    }
  }

  /// This turn and then another one.
  package func followed(by next: Turn) -> Turn { Turn(orientation.followed(by: next.orientation)) }
}

extension Turn: CustomStringConvertible {
  /// As users write it.
  package var description: String { rawValue }
}
