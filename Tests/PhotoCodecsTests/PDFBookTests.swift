import SystemPackage
import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

@Suite struct PDFBookTests {
  private static let proof = Digest(hexadecimal: String(repeating: "0a", count: 32))!
  private static let recipe = RecipeRecord(json: #"{"pages":3}"#)

  /// A book of pictures of these heights, all 50 pixels wide.
  private func book(
    _ heights: [Int], _ coding: PixelCoding = .jpeg(.default), threads: Int = 1
  ) throws -> (bytes: [UInt8], digest: Digest) {
    var book = PDFBook(pages: heights.count, .sRGB, recipe: Self.recipe)
    var bytes: [UInt8] = []
    for height in heights {
      bytes += book.bytes(adding: try page(height, coding, threads: threads))
    }
    let end = book.end(proof: Self.proof)
    return (bytes + end.bytes, end.digest)
  }

  private func page(_ height: Int, _ coding: PixelCoding, threads: Int = 1) throws -> PDFBookPage {
    let raster = Raster.noise(PixelSize(width: 50, height: height))
    return try PDFBookPage(
      PixelBands(raster, as: .pdf(coding)), innerRecipe: RecipeRecord(json: "{}"),
      density: Density(dotsPerInch: 100), threads: threads)
  }

  @Test(arguments: [1, 2, 12, 700])
  func `every object is where the table says, and each page draws its own picture`(
    count: Int
  ) throws {
    let heights = (0..<count).map { 20 + $0 % 7 }
    let (bytes, digest) = try book(heights)
    #expect(Digest(of: bytes) == digest)
    let objects = try PDFObjects(bytes)
    let list = try objects.number(containing: "/Type/Pages/")
    #expect(objects.value(list).hasSuffix("/Count \(count)>>\nendobj\n"))
    let pages = objects.numbers(containing: "/Type/Page/")
    let kids = objects.value(list).split(separator: "Kids[")[1].prefix { $0 != "]" }
    #expect(kids == pages.map { "\($0) 0 R" }.joined(separator: " "))
    for (page, height) in zip(pages, heights) {
      let value = objects.value(page)
      #expect(
        value.contains(
          "/Parent \(list) 0 R/MediaBox[0 0 36 \(PDFPage.text(Double(height) * 0.72))]"))
      #expect(value.contains("/TrimBox[0 0 36 "))
      let picture = page + 2
      #expect(value.contains("/XObject<</Picture \(picture) 0 R>>"))
      #expect(value.contains("/Contents \(page + 1) 0 R"))
      #expect(objects.value(picture).contains("/Width 50/Height \(height)/"))
      #expect(objects.value(picture).contains("/ColorSpace[/ICCBased 2 0 R]"))
    }
    #expect(try objects.stream(2) == ColourSpace.sRGB.profile)
    let catalogue = try objects.number(containing: "/Type/Catalog")
    #expect(objects.trailer.contains("/Root \(catalogue) 0 R/Info 3 0 R/ID[<"))
    #expect(objects.value(catalogue).contains("/Metadata 1 0 R"))
  }

  @Test func `a picture is the file that a JPEG of its own is, with recipe and seal`() throws {
    let (bytes, _) = try book([30, 31])
    let objects = try PDFObjects(bytes)
    for (number, height) in zip(objects.numbers(containing: "/Subtype/Image"), [30, 31]) {
      let raster = Raster.noise(PixelSize(width: 50, height: height))
      let encoder = try PhotoEncoder(
        PixelBands(raster, as: .jpeg(.default)), recipe: RecipeRecord(json: "{}"),
        density: Density(dotsPerInch: 100))
      var jpeg: [UInt8] = []
      while let more = try encoder.nextBytes() { jpeg += more }
      #expect(try objects.stream(number) == jpeg)
    }
  }

  @Test(arguments: PDFFileTests.codings)
  func `the number of threads changes no byte`(coding: PixelCoding) throws {
    #expect(try book([400, 30], coding).bytes == book([400, 30], coding, threads: 3).bytes)
  }

  @Test func `it is known as ours by its beginning, also while it is written`() throws {
    let folder = try TemporaryFolder()
    let (bytes, digest) = try book([30, 31, 32])
    for count in [bytes.count, bytes.count / 2, 6000] {
      let path = try folder.write(bytes.prefix(count), to: "book.pdf")
      #expect(try RecipeRecord.read(from: PhotoFile.open(path)) == Self.recipe)
      let sealed = try FileSeal.digest(of: PhotoFile.open(path))
      #expect(sealed == (count == bytes.count ? digest : nil))
      let proof = try PDFBook.proof(in: PhotoFile.open(path))
      #expect(proof == (count == bytes.count ? Self.proof : nil))
    }
  }

  @Test func `pixels that are deflated say how they were filtered`() throws {
    let objects = try PDFObjects(book([30], .deflated(.default)).bytes)
    let value = objects.value(try objects.number(containing: "/Subtype/Image"))
    #expect(value.contains("/FlateDecode/DecodeParms<</Predictor 15/Colors 3/Columns 50>>"))
  }
}

extension Digest {
  fileprivate init(of bytes: [UInt8]) {
    var hash = SHA256()
    hash.update(bytes)
    self.init(hash)
  }
}
