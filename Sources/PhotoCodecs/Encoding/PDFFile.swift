internal import Imaging

/// Assembles a PDF (ISO 32000-1) from bands: one page with one picture, once or several times,
/// whose pixels are coded as they are in a JPEG or a PNG. The JPEG is the whole file that it would
/// be by itself, with its recipe and seal, so that a collage can be taken out again.
///
/// It holds no date and nothing random, so that the same picture gives the same bytes.
final class PDFFile: EncodedFile {
  /// The objects in the order in which they are written, so that the pixels come last and needn't
  /// be kept, and only their length follows.
  private enum Object: Int {
    case metadata = 1
    case catalogue, pages, page, profile, information, contents, picture, pictureLength

    var reference: String { "\(rawValue) 0 R" }
  }

  private static let pictureName = "Picture"

  private var writer = PDFWriter(header: PDFBeginning.headerBytes)
  /// Gives the bytes of the picture's stream.
  private let picture: any EncodedFile
  /// Bytes of that stream so far.
  private var pictureBytes = 0
  private let trailer: String

  /// - Parameter page: nil for one that the pixels cover at the standard density.
  init(
    _ pixels: PixelBands, recipe: RecipeRecord?, innerRecipe: RecipeRecord?, density: Density?,
    page: PrintedPage?
  ) throws(CodecError) {
    let picture = try PDFPagePicture(
      pixels, innerRecipe: innerRecipe, density: density, page: page)
    self.picture = picture.file
    Self.write(picture.page, pixels.raster.colourSpace, recipe, into: &writer)
    var hash = SHA256()
    hash.update(writer.output)
    let id = hash.finish().prefix(16).hexadecimal
    trailer =
      "/Root \(Object.catalogue.reference)/Info \(Object.information.reference)/ID[<\(id)><\(id)>]"
    writer.beginStream(
      Object.picture.rawValue,
      "/Type/XObject/Subtype/Image\(picture.entries)"
        + "/ColorSpace[/ICCBased \(Object.profile.reference)]"
        + "/Length \(Object.pictureLength.reference)")
  }

  /// Writes all objects before the picture.
  private static func write(
    _ page: PDFPage, _ space: ColourSpace, _ recipe: RecipeRecord?, into writer: inout PDFWriter
  ) {
    let packet = Array(RecipeRecord.packet(ofPDF: recipe).utf8)
    func add(_ object: Object, _ value: String) { writer.add(object.rawValue, value) }
    writer.add(Object.metadata.rawValue, bytes: PDFBeginning.metadata(packet))
    add(
      .catalogue,
      "<</Type/Catalog/Pages \(Object.pages.reference)/Metadata \(Object.metadata.reference)>>")
    add(.pages, "<</Type/Pages/Kids[\(Object.page.reference)]/Count 1>>")
    add(
      .page,
      "<</Type/Page/Parent \(Object.pages.reference)\(page.boxes)"
        + "/Resources<</XObject<</\(pictureName) \(Object.picture.reference)>>>>"
        + "/Contents \(Object.contents.reference)>>")
    writer.add(Object.profile.rawValue, "/N 3/Alternate/DeviceRGB", stream: space.profile)
    add(.information, PDFBeginning.information)
    writer.add(
      Object.contents.rawValue, stream: Array(page.contents(drawing: pictureName).utf8))
  }

  func bytes(with bands: [EncodedBand], areLast: Bool) throws(CodecError) -> [UInt8] {
    let piece = try picture.bytes(with: bands, areLast: areLast)
    pictureBytes += piece.count
    writer.append(piece)
    guard areLast else { return writer.takeOutput() }
    writer.endStream()
    writer.add(Object.pictureLength.rawValue, "\(pictureBytes)")
    writer.finish(trailer: trailer)
    return writer.takeOutput()
  }
}
