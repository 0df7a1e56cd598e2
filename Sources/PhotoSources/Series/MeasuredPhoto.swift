internal import Imaging
internal import PhotoCodecs

/// What was found of a photo that was measured.
struct MeasuredPhoto: Hashable, Sendable {
  let traits: PhotoTraits
  /// What the photo states beside its pixels.
  let facts: StatedFacts
}
