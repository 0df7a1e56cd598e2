/// The series of a photo that a picker shows.
package struct TileSeries: Hashable, Sendable {
  /// How many of the photos that were found belong to it, at least two.
  package let count: Int
  /// Whether no other photo of the series is better.
  package let isBest: Bool
  /// Whether this photo stands for those that are hidden.
  package let isFolded: Bool

  package init(count: Int, isBest: Bool, isFolded: Bool) {
    (self.count, self.isBest, self.isFolded) = (count, isBest, isFolded)
  }
}
