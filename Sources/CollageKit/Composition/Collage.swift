package import Imaging
package import PhotoCodecs

/// A finished picture with its recipe, ready to be written.
package struct Collage: Sendable {
  /// The pixels; some bands may be encoded already.
  package let pixels: PixelBands
  package let recipe: Recipe
  /// The resolution for printing; nil leaves it open.
  var density: Density?
  /// How many threads may encode it at once; the bytes don't depend on it.
  var threads = 1
  /// The photos' files, none of which may be overwritten.
  package let inputs: [FileIdentity]
  /// Problems of photos that were used all the same, at most one for each photo.
  package let warnings: [PhotoWarning]

  /// The digests of the photos' files.
  var inputDigests: Set<Digest> { Set(recipe.photos.compactMap(\.digest)) }

  package var raster: Raster { pixels.raster }
  package var encoding: Encoding { pixels.encoding }
}
