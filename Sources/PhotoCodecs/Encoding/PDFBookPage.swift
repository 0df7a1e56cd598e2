package import Imaging

/// A page for a `PDFBook`: one picture, whose pixels are coded as they are in a JPEG or a PNG. The
/// JPEG is the whole file that it would be by itself, with its recipe and seal.
package struct PDFBookPage: Sendable {
  let page: PDFPage
  let colourSpace: ColourSpace
  /// Of the picture's dictionary: its size and how it is coded.
  let entries: String
  /// The picture's stream.
  let picture: [UInt8]

  /// Encodes the whole picture.
  ///
  /// - Parameters:
  ///   - pixels: must be completely drawn; bands that are already encoded are used as they are.
  ///   - recipe: for a JPEG; nil for a picture that is not a collage.
  ///   - page: nil for one that the pixels cover at `density`, else at the standard one.
  ///   - threads: the maximum number of threads; does not affect the bytes.
  package init(
    _ pixels: PixelBands, recipe: RecipeRecord?, density: Density? = nil, page: PrintedPage? = nil,
    threads: Int = 1
  ) throws(CodecError) {
    let size = pixels.raster.size
    self.page = PDFPage(
      page ?? PrintedPage(covered: PaperSize(size, at: density ?? .standard)))
    colourSpace = pixels.raster.colourSpace
    let file: any EncodedFile
    let filter: String
    switch pixels.encoding.pixels {
    case .jpeg(let quality):
      let jpeg = try JPEGFile(pixels, quality: quality, recipe: recipe, density: density)
      file = recipe == nil ? jpeg : SealedFile(jpeg, .jpeg)
      filter = "/Filter/DCTDecode"
    case .deflated:
      precondition(!pixels.hasAlpha, "a page has no alpha")
      file = DeflatedPixels()
      // 15: each row says by which of PNG's filters it was filtered.
      filter = "/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors 3/Columns \(size.width)>>"
    }
    entries = "/Width \(size.width)/Height \(size.height)/BitsPerComponent 8\(filter)"
    var picture: [UInt8] = []
    var taken = 0
    while taken < pixels.count {
      let bands = try pixels.take(from: taken, threads: threads)
      taken += bands.count
      picture += try file.bytes(with: bands, areLast: taken == pixels.count)
    }
    self.picture = picture
  }
}
