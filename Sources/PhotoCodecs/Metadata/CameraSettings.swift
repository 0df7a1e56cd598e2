/// How a camera was set when it took a photo, as EXIF has it; nil for what that doesn't say.
package struct CameraSettings: Hashable, Sendable {
  /// Unchecked, on one line.
  package var lens: String?
  /// The f-number.
  package var aperture: Double?
  /// In seconds.
  package var shutter: Double?
  /// As ISO counts it.
  package var sensitivity: Int?
  /// In millimetres.
  package var focalLength: Double?

  package init(
    lens: String? = nil, aperture: Double? = nil, shutter: Double? = nil, sensitivity: Int? = nil,
    focalLength: Double? = nil
  ) {
    self.lens = lens
    self.aperture = aperture
    self.shutter = shutter
    self.sensitivity = sensitivity
    self.focalLength = focalLength
  }
}
