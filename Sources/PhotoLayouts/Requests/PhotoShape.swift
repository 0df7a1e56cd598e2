package import Imaging

/// Everything that a layout needs to know about a photo.
package struct PhotoShape: Hashable, Sendable {
  /// Width over height.
  package var ratio: Double
  /// Its own size in pixels; nil if that doesn't matter.
  package var size: PixelSize?
  /// The area that the photo should have, relative to the others; above 0.
  package var weight = 1.0
  /// How readily this photo may be cropped, 0 to 1: 1 is as readily as others, and 0 keeps it
  /// whole.
  package var cropTolerance = 1.0
  /// Those whose faces are known to be in the photo; nil if it shows nobody, or that isn't known.
  package var people: ShownPeople?

  package init(ratio: Double, weight: Double = 1, cropTolerance: Double = 1) {
    self.ratio = ratio
    self.weight = weight
    self.cropTolerance = cropTolerance
  }
}

/// The faces in a photo, as far as a layout needs to know them. Shares are whole ten-thousandths,
/// so that they are the same after they were written down.
package struct ShownPeople: Hashable, Sendable {
  private static let parts = 10_000

  /// How many faces there are; at least one.
  package let count: Int
  /// The area around all faces, in ten-thousandths of the photo.
  package let area: PixelSize
  /// The height of the smallest face, in ten-thousandths of the photo's.
  package let smallest: Int

  /// Nil if nobody's faces are like this.
  package init?(count: Int, area: PixelSize, smallest: Int) {
    let shares = 1...Self.parts
    guard (1...Self.parts).contains(count),
      [area.width, area.height, smallest].allSatisfy(shares.contains)
    else { return nil }
    self.count = count
    self.area = area
    self.smallest = smallest
  }

  /// Nil if there are no faces.
  ///
  /// - Parameter faces: their areas in shares of the photo.
  package init?(_ faces: [Region]) {
    func span(_ starts: [Double], _ ends: [Double]) -> Int {
      Self.rounded(min(ends.max() ?? 1, 1) - max(starts.min() ?? 0, 0))
    }
    self.init(
      count: min(faces.count, Self.parts),
      area: PixelSize(
        width: span(faces.map(\.x), faces.map { $0.x + $0.width }),
        height: span(faces.map(\.y), faces.map { $0.y + $0.height })),
      smallest: Self.rounded(faces.map(\.height).min() ?? 0))
  }

  private static func rounded(_ share: Double) -> Int {
    Int((min(max(share, 1 / Double(parts)), 1) * Double(parts)).rounded())
  }

  /// The width of the area around all faces, as a share of the photo's.
  var width: Double { Double(area.width) / Double(Self.parts) }

  /// The height of that area.
  var height: Double { Double(area.height) / Double(Self.parts) }

  /// The height of the smallest face, as a share of the photo's.
  var smallestHeight: Double { Double(smallest) / Double(Self.parts) }
}

extension PhotoShape {
  package init(_ size: PixelSize, weight: Double = 1, cropTolerance: Double = 1) {
    self.init(
      ratio: Double(size.width) / Double(size.height), weight: weight, cropTolerance: cropTolerance)
    self.size = size
  }

  /// The factor by which the photo is enlarged in a frame that it fills; below 1 if it is reduced.
  func enlargement(in frame: Frame) -> Double {
    guard let size else { return 0 }
    return max(
      Double(frame.size.width) / Double(size.width), Double(frame.size.height) / Double(size.height)
    )
  }
}
