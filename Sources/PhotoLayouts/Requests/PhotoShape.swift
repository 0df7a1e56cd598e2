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

/// The faces in a photo, as far as a layout needs to know them.
package struct ShownPeople: Hashable, Sendable {
  package let count: Int
  /// The area around all faces, in shares of the photo.
  package let area: Region
  /// The height of the smallest face, as a share of the photo's.
  package let smallest: Double

  /// Nil if there are no faces.
  ///
  /// - Parameter faces: their areas in shares of the photo.
  package init?(_ faces: [Region]) {
    guard let smallest = faces.map(\.height).min() else { return nil }
    count = faces.count
    self.smallest = smallest
    let left = max(faces.map(\.x).min() ?? 0, 0)
    let top = max(faces.map(\.y).min() ?? 0, 0)
    let right = min(faces.map { $0.x + $0.width }.max() ?? 1, 1)
    let bottom = min(faces.map { $0.y + $0.height }.max() ?? 1, 1)
    area = Region(x: left, y: top, width: max(right - left, 0), height: max(bottom - top, 0))
  }
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
