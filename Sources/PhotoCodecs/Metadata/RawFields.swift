internal import Imaging

/// Metadata that a raw file has about its photo.
struct RawFields {
  /// Nil if it doesn't say.
  var orientation: Orientation?
  /// By the camera's clock; nil if it doesn't say.
  var taken: LocalTime?
  /// The camera's make and model, unchecked; nil if it doesn't say.
  var camera: String?
}
