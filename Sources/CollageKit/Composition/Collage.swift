package import PhotoCodecs

/// A finished picture with its recipe, ready to be written.
package struct Collage: Sendable {
  package let raster: Raster
  package let recipe: Recipe
  package let encoding: Encoding
  /// How large it should be printed; nil leaves that open.
  var density: Density?
  /// Whether the background lets through what is behind the collage.
  var hasAlpha = false
  /// How many may encode it at once; the bytes don't depend on it.
  var threads = 1
  /// The photos' files, none of which may be overwritten.
  package let inputs: [FileIdentity]
  /// What was wrong with photos that were taken all the same, one a photo at most.
  package let warnings: [PhotoWarning]
}
