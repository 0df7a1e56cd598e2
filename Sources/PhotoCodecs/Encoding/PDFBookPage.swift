package import Imaging

/// A page for a `PDFBook`: one picture, whose pixels are coded as they are in a JPEG or a PNG.
package struct PDFBookPage: Sendable {
  let page: PDFPage
  /// Of the picture, in pixels.
  let size: PixelSize
  let colourSpace: ColourSpace
  /// Of the picture's dictionary: its size and how it is coded.
  let entries: String
  /// The picture's stream.
  let picture: [UInt8]
  /// What the page says to those who don't see it; nil for nothing.
  let words: PictureWords?

  /// Encodes the whole picture.
  ///
  /// - Parameters:
  ///   - pixels: a PDF's, which must be completely drawn; bands that are already encoded are used
  ///     as they are.
  ///   - innerRecipe: that of a JPEG, as it would have it as a file of its own; nil for a picture
  ///     that is not a collage.
  ///   - words: what the page says to those who don't see it; nil for nothing.
  ///   - page: nil for one that the pixels cover at `density`, else at the standard one.
  ///   - threads: the maximum number of threads; does not affect the bytes.
  package init(
    _ pixels: PixelBands, innerRecipe: RecipeRecord?, words: PictureWords? = nil,
    density: Density? = nil, page: PrintedPage? = nil, threads: Int = 1
  ) throws(CodecError) {
    let picture = try PDFPagePicture(
      pixels, innerRecipe: innerRecipe, density: density, page: page)
    self.page = picture.page
    self.words = words
    size = picture.size
    colourSpace = pixels.raster.colourSpace
    entries = picture.entries
    var bytes: [UInt8] = []
    var taken = 0
    while taken < pixels.count {
      let bands = try pixels.take(from: taken, threads: threads)
      taken += bands.count
      bytes += try picture.file.bytes(with: bands, areLast: taken == pixels.count)
    }
    self.picture = bytes
  }
}
