package import Imaging

/// Everything that a layout needs to know about a photo.
package struct PhotoShape: Hashable, Sendable {
  /// Width over height.
  package var ratio: Double
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
  }
}
