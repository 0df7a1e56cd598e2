package import PhotoCodecs

/// All that a layout needs to know of a photo.
package struct PhotoShape: Hashable, Sendable {
  /// Width over height.
  package var ratio: Double
  /// The area that the photo should have, compared with the others'; above 0, 1 by default.
  package var weight: Double
  /// How much of a necessary crop this photo takes: 1 its share, 0 nothing, because it must stay whole.
  package var cropTolerance: Double

  package init(ratio: Double, weight: Double = 1, cropTolerance: Double = 1) {
    self.ratio = ratio
    self.weight = weight
    self.cropTolerance = cropTolerance
  }

  package init(_ size: PixelSize, weight: Double = 1, cropTolerance: Double = 1) {
    self.init(ratio: Double(size.width) / Double(size.height), weight: weight, cropTolerance: cropTolerance)
  }
}
