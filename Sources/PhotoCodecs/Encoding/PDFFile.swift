internal import Imaging

/// Assembles a PDF (ISO 32000-1) from bands: one page with one picture, once or several times,
/// whose pixels are coded as they are in a JPEG or a PNG. The JPEG is the whole file that it would
/// be by itself, with its recipe and seal, so that a collage can be taken out again.
///
/// A recipe with words makes it a tagged PDF, as PDF/UA-1 (ISO 14289-1) wants it.
///
/// It holds no date and nothing random, so that the same picture gives the same bytes.
final class PDFFile: EncodedFile {
  /// The objects in the order in which they are written, so that the pixels come last and needn't
  /// be kept, and only their length follows.
  private enum Object: Int {
    case metadata = 1
    case catalogue, pages, page, profile, information, contents, picture, pictureLength
    /// The first of a tagged file's structure.
    case structure

    var reference: String { "\(rawValue) 0 R" }
  }

  private static let pictureName = "Picture"

  private var writer = PDFWriter(header: PDFBeginning.headerBytes)
  /// Gives the bytes of the picture's stream.
  private let picture: any EncodedFile
  /// Bytes of that stream so far.
  private var pictureBytes = 0
  private let trailer: String
  /// What follows the picture: the structure of a tagged file, else nothing.
  private let lastObjects: [String]

  /// - Parameter page: nil for one that the pixels cover at the standard density.
  init(
    _ pixels: PixelBands, recipe: RecipeRecord?, innerRecipe: RecipeRecord?, density: Density?,
    page: PrintedPage?
  ) throws(CodecError) {
    let picture = try PDFPagePicture(
      pixels, innerRecipe: innerRecipe, density: density, page: page)
    self.picture = picture.file
    let words = recipe?.words
    let tagged = words.map { PDFTaggedPage(picture, $0, drawing: Self.pictureName) }
    var structure = PDFStructure(hasSections: false)
    if let tagged { structure.add(tagged.elements, ofPage: Object.page.rawValue) }
    lastObjects = tagged == nil ? [] : structure.objects(from: Object.structure.rawValue)
    Self.write(
      picture.page, tagged?.contents ?? picture.page.contents(drawing: Self.pictureName),
      pixels.raster.colourSpace, recipe, words.map(PDFDocumentWords.init), into: &writer)
    var hash = SHA256()
    hash.update(writer.output)
    for object in lastObjects { hash.update(Array(object.utf8)) }
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
  ///
  /// - Parameter document: nil for a file that isn't tagged.
  private static func write(
    _ page: PDFPage, _ contents: String, _ space: ColourSpace, _ recipe: RecipeRecord?,
    _ document: PDFDocumentWords?, into writer: inout PDFWriter
  ) {
    let packet = Array(RecipeRecord.packet(ofPDF: recipe, document).utf8)
    let tags = document.map { PDFStructure.entries(of: $0, from: Object.structure.rawValue) }
    let pageTags = document.map { _ in PDFStructure.entries(ofPage: 0) }
    func add(_ object: Object, _ value: String) { writer.add(object.rawValue, value) }
    writer.add(Object.metadata.rawValue, bytes: PDFBeginning.metadata(packet))
    add(
      .catalogue,
      "<</Type/Catalog/Pages \(Object.pages.reference)/Metadata \(Object.metadata.reference)"
        + "\(tags ?? "")>>")
    add(.pages, "<</Type/Pages/Kids[\(Object.page.reference)]/Count 1>>")
    add(
      .page,
      "<</Type/Page/Parent \(Object.pages.reference)\(page.boxes)"
        + "/Resources<</XObject<</\(pictureName) \(Object.picture.reference)>>>>"
        + "/Contents \(Object.contents.reference)\(pageTags ?? "")>>")
    writer.add(Object.profile.rawValue, "/N 3/Alternate/DeviceRGB", stream: space.profile)
    add(.information, PDFBeginning.information(title: document?.title))
    writer.add(Object.contents.rawValue, stream: Array(contents.utf8))
  }

  func bytes(with bands: [EncodedBand], areLast: Bool) throws(CodecError) -> [UInt8] {
    let piece = try picture.bytes(with: bands, areLast: areLast)
    pictureBytes += piece.count
    writer.append(piece)
    guard areLast else { return writer.takeOutput() }
    writer.endStream()
    writer.add(Object.pictureLength.rawValue, "\(pictureBytes)")
    for (number, object) in lastObjects.enumerated() {
      writer.add(Object.structure.rawValue + number, object)
    }
    writer.finish(trailer: trailer)
    return writer.takeOutput()
  }
}
