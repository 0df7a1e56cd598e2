package import Imaging

/// Assembles a PDF of many pages (ISO 32000-1), each with one picture: what all pages share comes
/// first, then each page as it is handed over, and the list of pages last. So nothing needs to be
/// kept but where the objects begin.
///
/// It holds no date and nothing random, so that the same pictures give the same bytes.
package struct PDFBook: Sendable {
  /// What all pages share; the pages' objects follow.
  private enum Object: Int {
    case metadata = 1
    case profile, information

    static let last = information.rawValue
  }

  /// Each page's objects, in the order in which they are written.
  private enum PagePart: Int, CaseIterable {
    case page = 1
    case contents, picture
  }

  private static let pictureName = "Picture"

  /// What a tagged book says of itself; nil for another.
  private let document: PDFDocumentWords?
  private var structure = PDFStructure(hasSections: true)
  private var bookmarks: [PDFOutline.Bookmark] = []
  /// Of the titles of pages after the first.
  private var headingLevel = 1

  private let pageCount: Int
  private let colourSpace: ColourSpace
  private var writer = PDFWriter(header: PDFBeginning.headerBytes)
  private var pagesAdded = 0
  /// Of all bytes so far.
  private var hash = SHA256()

  /// - Parameters:
  ///   - pageCount: exactly as many pages must be added.
  ///   - colourSpace: of all pages.
  ///   - recipe: by which the file is known as one of ours.
  ///   - document: what it says of itself, which makes it a tagged PDF, as PDF/UA-1 (ISO 14289-1)
  ///     wants it; nil for one that isn't tagged. The pages of a tagged one have words.
  package init(
    pages pageCount: Int, _ colourSpace: ColourSpace, recipe: RecipeRecord,
    _ document: PDFDocumentWords? = nil
  ) {
    self.pageCount = pageCount
    self.colourSpace = colourSpace
    self.document = document
    let packet = Array(RecipeRecord.packet(ofPDF: recipe, document).utf8)
    writer.add(Object.metadata.rawValue, bytes: PDFBeginning.metadata(packet))
    writer.add(Object.profile.rawValue, "/N 3/Alternate/DeviceRGB", stream: colourSpace.profile)
    writer.add(
      Object.information.rawValue, PDFBeginning.information(title: document?.title))
  }

  /// The number of an object of the page with this index, from 0.
  private func number(_ part: PagePart, of page: Int) -> Int {
    Object.last + page * PagePart.allCases.count + part.rawValue
  }

  private var listNumber: Int { number(.page, of: pageCount) }

  /// The file's next bytes, up to the end of the next page.
  package mutating func bytes(adding page: PDFBookPage) -> [UInt8] {
    precondition(pagesAdded < pageCount && page.colourSpace == colourSpace)
    let contents = number(.contents, of: pagesAdded)
    let picture = number(.picture, of: pagesAdded)
    let tags = document.map { _ in PDFStructure.entries(ofPage: pagesAdded) } ?? ""
    writer.add(
      number(.page, of: pagesAdded),
      "<</Type/Page/Parent \(listNumber) 0 R\(page.page.boxes)"
        + "/Resources<</XObject<</\(Self.pictureName) \(picture) 0 R>>>>"
        + "/Contents \(contents) 0 R\(tags)>>")
    writer.add(contents, stream: Array(self.contents(of: page).utf8))
    writer.add(
      picture,
      "/Type/XObject/Subtype/Image/ColorSpace[/ICCBased \(Object.profile.rawValue) 0 R]"
        + page.entries, stream: page.picture)
    pagesAdded += 1
    return takeOutput()
  }

  /// The next page's content, which the structure gets to know.
  private mutating func contents(of page: PDFBookPage) -> String {
    guard let document else { return page.page.contents(drawing: Self.pictureName) }
    let isCover = document.hasCover && pagesAdded == 0
    let tagged = PDFTaggedPage(
      page.page, page.words, picture: page.size, drawing: Self.pictureName,
      headingLevel: headingLevel)
    let title = page.words?.title ?? ""
    if isCover, !title.isEmpty { headingLevel = 2 }
    let number = number(.page, of: pagesAdded)
    structure.add(tagged.elements, ofPage: number)
    // Pages are counted as their numbers are, which a cover hasn't.
    let name = isCover ? "Cover" : "Page \(pagesAdded + (document.hasCover ? 0 : 1))"
    bookmarks.append(
      PDFOutline.Bookmark(title: title.isEmpty ? name : "\(name): \(title)", page: number))
    return tagged.contents
  }

  /// What a tagged book has after its catalogue, and the catalogue's entries that lead there.
  private struct LastObjects {
    var values: [String] = []
    var entries = ""
  }

  /// - Parameter first: the number of the first object.
  private func lastObjects(from first: Int) -> LastObjects {
    guard let document else { return LastObjects() }
    let elements = structure.objects(from: first)
    let outline = first + elements.count
    let sections = structure.sections(from: first)
    let labels = document.hasCover ? "/PageLabels<</Nums[0<</P(Cover)>>1<</S/D>>]>>" : ""
    return LastObjects(
      values: elements + PDFOutline(bookmarks).objects(from: outline, sections),
      entries: PDFStructure.entries(of: document, from: first)
        + "/Outlines \(outline) 0 R\(labels)")
  }

  /// The digest that a file has at its end, before its seal; nil for any other file. Whether the
  /// file is whole, the seal tells.
  package static func proof(in file: borrowing PhotoFile) throws(CodecError) -> Digest? {
    try PDFEnd(of: file)?.proof
  }

  /// What comes last. Call it once, when all pages are there.
  ///
  /// - Parameter proof: of what the book was made of, which `proof(in:)` finds again.
  package mutating func end(proof: Digest) -> End {
    precondition(pagesAdded == pageCount)
    let pages = (0..<pageCount).map { "\(number(.page, of: $0)) 0 R" }.joined(separator: " ")
    writer.add(listNumber, "<</Type/Pages/Kids[\(pages)]/Count \(pageCount)>>")
    let last = lastObjects(from: listNumber + 2)
    writer.add(
      listNumber + 1,
      "<</Type/Catalog/Pages \(listNumber) 0 R/Metadata \(Object.metadata.rawValue) 0 R"
        + "\(last.entries)>>")
    for (index, value) in last.values.enumerated() { writer.add(listNumber + 2 + index, value) }
    let list = takeOutput()
    let id = Digest(hash).hexadecimal.prefix(32)
    writer.finish(
      trailer: "/Root \(listNumber + 1) 0 R/Info \(Object.information.rawValue) 0 R"
        + "/ID[<\(id)><\(id)>]",
      comment: PDFEnd.comment(.proof, Array(proof.hexadecimal.utf8)))
    let end = FileSeal.sealed(writer.takeOutput(), .pdf, &hash)
    return End(bytes: list + end, digest: Digest(hash))
  }

  package struct End {
    package let bytes: [UInt8]
    /// Of the whole file.
    package let digest: Digest
  }

  private mutating func takeOutput() -> [UInt8] {
    let bytes = writer.takeOutput()
    hash.update(bytes)
    return bytes
  }
}
