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

  package init(ratio: Double, weight: Double = 1, cropTolerance: Double = 1) {
    self.ratio = ratio
    self.weight = weight
    self.cropTolerance = cropTolerance
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
