package import Imaging

/// Where each photo goes: one frame for each photo, in order, inside the canvas.
package struct CollageLayout: Hashable, Sendable {
  package let canvas: PixelSize
  package let frames: [Frame]
  /// The tree that the frames follow; nil for a grid with an empty place.
  package let tree: SlicingTree?
  /// The part of the area meant for photos that stays empty, 0 to 1. Gaps and margins don't count.
  package let emptyShare: Double
  /// The space for captions and a title outside the photos; nil if there are none.
  package let room: TextRoom?

  package init(
    canvas: PixelSize, frames: [Frame], tree: SlicingTree? = nil, emptyShare: Double = 0,
    room: TextRoom? = nil
  ) {
    self.canvas = canvas
    self.frames = frames
    self.tree = tree
    self.emptyShare = emptyShare
    self.room = room
  }

  /// Whether the frames lie nearly as in another layout or its mirror image, whichever photos are
  /// in them.
  package func looksLike(_ other: CollageLayout) -> Bool {
    let frames = shares()
    return [(false, false), (true, false), (false, true), (true, true)].contains { across, down in
      let others = other.shares(mirroredAcross: across, down: down)
      let overlap = frames.map { frame in others.map { frame.overlap($0) }.max() ?? 0 }.reduce(0, +)
      return overlap > Self.alike * Double(frames.count)
    }
  }

  /// Layouts look alike if their frames overlap by this much on average: an edge may then be off by
  /// a tenth of the photo.
  private static let alike = 0.82

  private func shares(mirroredAcross: Bool = false, down: Bool = false) -> [Region] {
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    return frames.map(\.bounds).map { area in
      let x = mirroredAcross ? canvas.width - area.x - area.width : area.x
      let y = down ? canvas.height - area.y - area.height : area.y
      return Region(
        x: Double(x) / width, y: Double(y) / height, width: Double(area.width) / width,
        height: Double(area.height) / height)
    }
  }

  /// The frames on a canvas of another size. Edges are rounded, never sizes, so that neighbours
  /// still meet.
  package func scaled(to size: PixelSize) -> [Frame] {
    frames.map { Frame(scaled($0.bounds, to: size)) }
  }

  /// An area of this canvas on one of another size, by the same rule.
  package func scaled(_ area: PixelRect, to size: PixelSize) -> PixelRect {
    func across(_ x: Int) -> Int { (2 * x * size.width + canvas.width) / (2 * canvas.width) }
    func down(_ y: Int) -> Int { (2 * y * size.height + canvas.height) / (2 * canvas.height) }
    let (x, y) = (across(area.x), down(area.y))
    return PixelRect(
      x: x, y: y, width: across(area.x + area.width) - x, height: down(area.y + area.height) - y
    )
  }

  /// The place, from 0, of the photo next to another one in a direction; nil if there is none.
  ///
  /// Prefers a short gap, then a middle that is level with this photo's: see `distance`.
  package func neighbour(of place: Int, to direction: Direction) -> Int? {
    let from = frames[place].bounds
    let distances = frames.indices.compactMap { other -> (distance: Int, place: Int)? in
      guard other != place,
        let distance = Self.distance(from: from, to: frames[other].bounds, direction)
      else { return nil }
      return (distance, other)
    }
    return distances.min { ($0.distance, $0.place) < ($1.distance, $1.place) }?.place
  }

  /// A score that is lower for nearer photos: four times the gap in the direction, plus twice the
  /// distance between the middles across it; nil if the photo doesn't lie in that direction.
  private static func distance(from: PixelRect, to: PixelRect, _ direction: Direction) -> Int? {
    let across = abs(2 * to.x + to.width - 2 * from.x - from.width)
    let down = abs(2 * to.y + to.height - 2 * from.y - from.height)
    let (gap, offset) =
      switch direction {
      case .left: (from.x - to.x - to.width, down)
      case .right: (to.x - from.x - from.width, down)
      case .up: (from.y - to.y - to.height, across)
      case .down: (to.y - from.y - from.height, across)
      }
    return gap >= 0 ? 4 * gap + offset : nil
  }
}

/// A direction on the canvas.
package enum Direction: Hashable, Sendable, CaseIterable {
  case left, right, up, down
}
