/// What a picture shows, as a small pattern of where it gets brighter and darker, to tell pictures
/// of the same view from others.
///
/// Brightness counts by rank only, so that exposure and contrast don't matter. The gradients of
/// smoothed ranks are compared at shifts of up to a tenth of the picture, because cameras move. Of
/// 93 photographs, slightly moved, blurred, re-exposed or reduced ones have at least 0.65 in common
/// with the original, two different ones at most 0.42; but two sunsets by the sea up to 0.8, so
/// that `ViewDetail` has to tell them apart.
package struct ViewSketch: Sendable {
  /// How alike two pictures are, and where.
  package struct Match: Sendable {
    /// At most 1; about 0 for different pictures.
    package let similarity: Double
    /// The shift of the second picture at which that is, in cells.
    package let x: Int
    package let y: Int
    /// Whether the pictures show something that can be compared in detail.
    package let hasDetails: Bool
  }

  private static let side = 32
  /// The mean square of a gradient below which it is noise.
  private static let minEnergy = 60

  private let gradients: RankGradients
  package let outline: ViewOutline

  package init(_ greys: GreyGrid) { self.init(greys, ViewOutline(greys)) }

  /// - Parameter outline: that of the greys.
  package init(_ greys: GreyGrid, _ outline: ViewOutline) {
    gradients = RankGradients(greys.halved, side: Self.side, divisor: 32)
    self.outline = outline
  }

  /// How much two pictures have in common, at the shift at which that is most.
  ///
  /// - Parameter least: a similarity far below this need not be exact.
  /// - Cost: 5 µs.
  package func match(with other: ViewSketch, atLeast least: Double = -1) -> Match {
    if outline.isFlat || other.outline.isFlat {
      let similarity = outline.similarity(to: other.outline)
      return Match(similarity: similarity, x: 0, y: 0, hasDetails: false)
    }
    var best = Match(similarity: -1, x: 0, y: 0, hasDetails: true)
    func look(_ x: Int, _ y: Int) {
      let found = similarity(to: other, x, y)
      if found > best.similarity { best = Match(similarity: found, x: x, y: y, hasDetails: true) }
    }
    for y in [0, -2, 2] {
      for x in [0, -2, 2] { look(x, y) }
    }
    // A step of one cell doesn't change as much.
    if best.similarity < least - 0.3 { return best }
    let centre = best
    for y in -1...1 {
      for x in -1...1 where (x, y) != (0, 0) { look(centre.x + x, centre.y + y) }
    }
    return best
  }

  /// At a shift of the other one, in cells.
  private func similarity(to other: ViewSketch, _ x: Int, _ y: Int) -> Double {
    let (width, height) = (Self.side - abs(x), Self.side - abs(y))
    return gradients.similarity(
      of: PixelRect(x: max(x, 0), y: max(y, 0), width: width, height: height), to: other.gradients,
      max(-x, 0), max(-y, 0), minEnergy: width * height * Self.minEnergy)
  }
}
