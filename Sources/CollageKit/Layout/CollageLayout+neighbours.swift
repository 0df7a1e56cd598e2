internal import PhotoCodecs

/// A direction on the canvas.
package enum Direction: Hashable, Sendable, CaseIterable {
  case left, right, up, down
}

extension CollageLayout {
  /// The place, from 0, of the photo that lies next to another in a direction; nil when there is none.
  ///
  /// Near ones come before far ones, then those whose middle is level with this one's.
  package func neighbour(of place: Int, to direction: Direction) -> Int? {
    let from = frames[place]
    let distances = frames.indices.compactMap { other -> (distance: Int, place: Int)? in
      guard other != place, let distance = Self.distance(from: from, to: frames[other], direction) else { return nil }
      return (distance, other)
    }
    return distances.min { ($0.distance, $0.place) < ($1.distance, $1.place) }?.place
  }

  /// Four times the gap in the direction, plus twice the distance of the middles across it; nil if the frame does not lie
  /// there.
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

extension CollagePlan {
  /// The layouts of these ranks, from 1, as far as there are so many and the canvas has room for them.
  ///
  /// - Parameter isCancelled: asked every few milliseconds; the result is then meaningless.
  package static func layouts(
    _ ranks: ClosedRange<Int>, of photos: [Photo], _ options: CollageOptions, isCancelled: () -> Bool = { false }
  ) -> [Int: CollageLayout] {
    guard !photos.isEmpty else { return [:] }
    let texts = try? CollageTexts.measured(photos, options) { false }
    let choice = LayoutChoice(
      LayoutRequest(photos.map(\.size), options, texts?.shape(options.text)), isCancelled: isCancelled)
    return ranks.clamped(to: 1...max(choice.count, 1)).reduce(into: [:]) { $0[$1] = choice[$1 - 1] }
  }
}
