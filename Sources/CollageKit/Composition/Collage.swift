package import Imaging
package import PhotoCodecs

/// A finished picture with its recipe, ready to be written.
package struct Collage: Sendable {
  /// The pixels; some bands may be encoded already.
  private let pixels: PixelBands
  /// How much brighter its HDR rendition is; nil for a collage without.
  private let gains: FittedGains?
  package let recipe: Recipe
  /// What its file says to those who don't see it; nil for nothing.
  package let words: PictureWords?
  /// The resolution for printing; nil leaves it open.
  let density: Density?
  /// The paper with the picture on it, for a PDF; nil leaves it to the pixels.
  private let page: PrintedPage?
  /// How many threads may encode it at once; the bytes don't depend on it.
  private let threads: Int
  package let inputs: [FileIdentity]
  /// Problems of photos that were used all the same, at most one for each photo.
  package let warnings: [PhotoWarning]

  /// - Parameters:
  ///   - pixels: of which everything is drawn.
  ///   - gains: those of the pixels; nil for none.
  ///   - words: those of the picture, for people who don't see it; nil for none.
  ///   - inputs: the photos' files.
  init(
    _ pixels: PixelBands, _ recipe: Recipe, gains: FittedGains? = nil, density: Density? = nil,
    page: PrintedPage? = nil, words: PictureWords? = nil, threads: Int = 1,
    inputs: [FileIdentity], warnings: [PhotoWarning] = []
  ) {
    self.words = words
    self.pixels = pixels
    self.gains = gains
    self.recipe = recipe
    self.density = density
    self.page = page
    self.threads = threads
    self.inputs = inputs
    self.warnings = warnings
  }

  package var raster: Raster { pixels.raster }

  /// The headroom above white, in stops, with which a display shows its HDR rendition in full; nil
  /// for a collage without.
  package var headroom: Double? { gains?.headroom }
}

extension Collage: Savable {
  package var format: OutputFormat { pixels.encoding.format }

  package var inputDigests: Set<Digest> {
    Set(recipe.photos.compactMap(\.digest) + recipe.pictures.compactMap(\.digest))
  }

  package func encoder() throws(CodecError) -> any FileEncoder {
    try PhotoEncoder(
      pixels, recipe: recipe.record(saying: words),
      innerRecipe: recipe.jpegRecord(saying: words), density: density, page: page, gains: gains,
      threads: threads)
  }
}

extension Collage {
  /// The collage, a PDF's, as a page of a book, encoded.
  func bookPage() throws(CodecError) -> PDFBookPage {
    try PDFBookPage(
      pixels, innerRecipe: recipe.jpegRecord(saying: words), words: words, density: density,
      page: page, threads: threads)
  }
}
