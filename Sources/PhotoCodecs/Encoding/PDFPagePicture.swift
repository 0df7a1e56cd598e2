internal import Imaging

/// How the picture of a page is encoded in every PDF, of one page or of many, and how it lies on
/// it.
struct PDFPagePicture {
  let page: PDFPage
  let size: PixelSize
  /// Of the picture's dictionary: its size and how it is coded.
  let entries: String
  /// Gives the bytes of its stream. A collage's JPEG is the whole file that it would be by itself,
  /// with its recipe and seal.
  let file: any EncodedFile

  /// - Parameters:
  ///   - innerRecipe: that of the JPEG, as it would have it as a file of its own; nil for a picture
  ///     that is not a collage.
  ///   - page: nil for one that the pixels cover at `density`, else at the standard one.
  init(
    _ pixels: PixelBands, innerRecipe: RecipeRecord?, density: Density?, page: PrintedPage?
  ) throws(CodecError) {
    precondition(!pixels.hasAlpha && pixels.encoding.format.hasPaper, "a page has no alpha")
    size = pixels.raster.size
    self.page = PDFPage(
      page ?? PrintedPage(covered: PaperSize(size, at: density ?? .standard)))
    let filter: String
    switch pixels.encoding.pixels {
    case .jpeg(let quality):
      let jpeg = try JPEGFile(pixels, quality: quality, recipe: innerRecipe, density: density)
      file = innerRecipe == nil ? jpeg : SealedFile(jpeg, .jpeg)
      filter = "/Filter/DCTDecode"
    case .deflated:
      file = DeflatedPixels()
      // 15: each row says by which of PNG's filters it was filtered.
      filter = "/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors 3/Columns \(size.width)>>"
    case .worker: preconditionFailure("a page's pixels are coded in this process")
    }
    entries = "/Width \(size.width)/Height \(size.height)/BitsPerComponent 8\(filter)"
  }
}
