package import PhotoCodecs

/// A finished picture with its recipe, ready to be written.
package struct Collage: Sendable {
  /// Some of them may be encoded already.
  package let pixels: PixelBands
  package let recipe: Recipe
  /// How large it should be printed; nil leaves that open.
  var density: Density?
  /// How many may encode it at once; the bytes don't depend on it.
  var threads = 1
  /// The photos' files, none of which may be overwritten.
  package let inputs: [FileIdentity]
  /// What was wrong with photos that were taken all the same, one a photo at most.
  package let warnings: [PhotoWarning]

  package var raster: Raster { pixels.raster }
  package var encoding: Encoding { pixels.encoding }
}
