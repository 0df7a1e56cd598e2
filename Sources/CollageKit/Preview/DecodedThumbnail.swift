internal import PhotoCodecs

/// What decoding a photo for previews gave: a small upright raster of the whole photo, its fault, or both.
struct DecodedThumbnail: Sendable {
  /// Nil when the photo can't be decoded.
  var raster: Raster?
  /// Why it can't be decoded, or that it is damaged; nil when it is intact.
  var fault: CodecError?

  var bytes: Int { raster.map { Raster.bytes(of: $0.size) } ?? 0 }
}
