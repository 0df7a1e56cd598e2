internal import Imaging

/// Metadata that a raw file has about its photo.
struct RawFields {
  /// Nil if it doesn't say.
  var orientation: Orientation?
  /// By the camera's clock.
  var moments = StatedMoments()
  /// The camera's make and model, unchecked; nil if it doesn't say.
  var camera: String?
  /// As `StatedFacts.rating`.
  var rating: Int?
  var settings = CameraSettings()
}
