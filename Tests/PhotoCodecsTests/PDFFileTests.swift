import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

@Suite struct PDFFileTests {
  static let codings = [
    PixelCoding.jpeg(.default), .jpeg(Quality(95)!), .deflated(.default),
    .deflated(Compression(9)!),
  ]
  /// Of several bands.
  static let picture = Raster.noise(PixelSize(width: 700, height: 1000))

  private func pdf(
    _ raster: Raster = picture, _ pixels: PixelCoding = .jpeg(.default), density: Density? = nil,
    page: PrintedPage? = nil, recipe: RecipeRecord? = nil, threads: Int = 1
  ) throws -> [UInt8] {
    let encoder = try PhotoEncoder(
      PixelBands(raster, as: .pdf(pixels)), recipe: recipe, density: density, page: page,
      threads: threads)
    var bytes: [UInt8] = []
    while let more = try encoder.nextBytes() { bytes += more }
    return bytes
  }

  /// The stream of the picture.
  private func picture(_ bytes: [UInt8]) throws -> [UInt8] {
    let objects = try PDFObjects(bytes)
    return try objects.stream(objects.number(containing: "/Subtype/Image"))
  }

  @Test(arguments: codings)
  func `every object is where the table says, every stream as long, and no standard is claimed`(
    pixels: PixelCoding
  ) throws {
    let recipe = RecipeRecord(json: #"{"a":1}"#)
    let bytes = try pdf(Self.picture, pixels, recipe: recipe, threads: 3)
    let objects = try PDFObjects(bytes)
    #expect(objects.count == 9)
    let contents = try objects.stream(objects.number(containing: "7 0 obj"))
    #expect(contents == Array("q 168 0 0 240 0 0 cm /Picture Do Q".utf8))
    #expect(try objects.stream(5) == ColourSpace.sRGB.profile)
    #expect(objects.value(5).contains("/N 3"))
    let image = objects.value(try objects.number(containing: "/Subtype/Image"))
    #expect(image.contains("/Width 700/Height 1000/"))
    #expect(image.contains("/ColorSpace[/ICCBased 5 0 R]"))
    #expect(objects.trailer.hasPrefix("<</Size 10/Root 2 0 R/Info 6 0 R/ID[<"))
    #expect(objects.value(2).contains("/Metadata 1 0 R"))
    #expect(objects.value(6).contains("/Trapped/False"))
    for claim in ["GTS_PDF", "OutputIntent"] {
      #expect(bytes.firstRange(of: Array(claim.utf8)) == nil, "\(claim)")
    }
    let packet = String(decoding: try objects.stream(1), as: UTF8.self)
    #expect(packet.contains("<collage:recipe>{&quot;a&quot;:1}</collage:recipe>"))
  }

  @Test(arguments: [1, 90, 91, 100])
  func `the JPEG in it is the JPEG that a file of its own would have`(quality: Int) throws {
    let quality = try #require(Quality(quality))
    let density = Density(dotsPerInch: 200)
    let encoder = try PhotoEncoder(
      PixelBands(Self.picture, as: .jpeg(quality)), recipe: nil, density: density)
    var jpeg: [UInt8] = []
    while let more = try encoder.nextBytes() { jpeg += more }
    #expect(try picture(pdf(Self.picture, .jpeg(quality), density: density)) == jpeg)
  }

  @Test func `a collage's JPEG is the whole file, with its recipe and its seal`() throws {
    let recipe = RecipeRecord(json: #"{"format":"jpeg"}"#)
    let encoder = try PhotoEncoder(
      PixelBands(Self.picture, as: .pdf(.jpeg(.default))), recipe: RecipeRecord(json: "{}"),
      innerRecipe: recipe)
    var bytes: [UInt8] = []
    while let more = try encoder.nextBytes() { bytes += more }
    #expect(try FileSeal.digest(of: opened(bytes)) == encoder.digest)
    let jpeg = try picture(bytes)
    #expect(try jpeg == encoded(Self.picture, .jpeg(.default), recipe: recipe))
    #expect(try FileSeal.digest(of: opened(jpeg)) != nil)
    #expect(try RecipeRecord.read(from: opened(jpeg)) == recipe)
  }

  @Test(arguments: [(1, 1), (1, 3000), (3000, 1), (701, 1703), (400_000, 3)])
  func `deflated pixels come back, every one`(width: Int, height: Int) throws {
    let size = PixelSize(width: width, height: height)
    let raster = Raster.noise(size)
    let bytes = try pdf(raster, .deflated(.default), threads: 2)
    let objects = try PDFObjects(bytes)
    #expect(
      objects.value(8).contains(
        "/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors 3/Columns \(width)>>"))
    let builder = PNGBuilder(size: size) { _, _ in [0, 0, 0] }
    let pixels = PNGBuilder.Chunk(type: "IDAT", data: try picture(bytes))
    let png =
      PNGBuilder.signature
      + [builder.header, pixels, PNGBuilder.Chunk(type: "IEND")].flatMap(\.bytes)
    let drawn = try Drawn(png)
    #expect(drawn.warning == nil)
    #expect(drawn.raster.difference(from: raster) == nil)
  }

  @Test(arguments: codings)
  func `the same picture gives the same bytes for any number of threads`(pixels: PixelCoding) throws
  {
    let one = try pdf(Self.picture, pixels)
    for threads in [2, 5] { #expect(try pdf(Self.picture, pixels, threads: threads) == one) }
    // The first 16 bytes of the id differ with the recipe.
    let other = try pdf(Self.picture, pixels, recipe: RecipeRecord(json: "{}"))
    #expect(try PDFObjects(other).trailer != PDFObjects(one).trailer)
  }

  @Test(
    arguments: [
      // 150 by 100 mm, though a pixel has 0.0847 mm.
      (150 / 25.4, 100 / 25.4, [425.19685, 283.46457], nil), (4, 6, [288, 432], nil),
      (0.001, 0.002, [0.072, 0.144], nil),
      // Beyond 200 inches a unit is larger.
      (200, 3, [14_400, 216], nil), (201, 402, [4824, 9648], 3),
    ] as [(Double, Double, [Double], Int?)])
  func `the page has the size of the paper`(
    width: Double, height: Double, corner: [Double], unit: Int?
  ) throws {
    let paper = PaperSize(widthInInches: width, heightInInches: height)
    let objects = try PDFObjects(pdf(RecipeRecordTests.raster, page: PrintedPage(covered: paper)))
    for name in ["MediaBox", "BleedBox", "TrimBox"] {
      #expect(objects.box(name) == [0, 0] + corner, "\(name)")
    }
    let page = objects.value(try objects.number(containing: "/Type/Page/"))
    #expect(page.contains("/UserUnit") == (unit != nil))
    if let unit { #expect(page.contains("/UserUnit \(unit)/")) }
  }

  @Test func `without paper the page has 300 pixels an inch`() throws {
    let raster = Raster(size: PixelSize(width: 1200, height: 900), filledWith: .white)
    #expect(try PDFObjects(pdf(raster)).box("MediaBox") == [0, 0, 288, 216])
  }

  @Test func `its profile is that of its colours`() throws {
    let raster = Raster(
      size: PixelSize(width: 20, height: 10), filledWith: .white, in: .displayP3)
    let objects = try PDFObjects(pdf(raster))
    #expect(try objects.stream(5) == ColourSpace.displayP3.profile)
  }

  @Test func `a collage that a document contains makes the document no collage`() throws {
    let recipe = RecipeRecord(json: "{}")
    let collage = try pdf(recipe: recipe)
    #expect(try RecipeRecord.read(from: opened(collage)) == recipe)
    let others = [
      Array("%PDF-1.6\n".utf8) + collage, Array("%PDF-1.7".utf8) + collage.dropFirst(8),
      Array("%PDF-1.4\n".utf8)
        + (try encoded(Self.picture, .jpeg(.default), recipe: recipe)),
    ]
    for other in others { #expect(try RecipeRecord.read(from: opened(other)) == nil) }
  }

  @Test func `a PDF is no photo, but a list of collages can show its picture`() throws {
    let bytes = try pdf(recipe: RecipeRecord(json: "{}"))
    #expect(throws: CodecError.notAPicture(type: .pdf)) { try header(bytes) }
    var limits = DecodeLimits()
    limits.readsCollagePDFs = true
    let shown = try header(bytes, limits: limits)
    #expect(shown.size == Self.picture.size && shown.fault == nil)
    let file = try opened(bytes)
    let jpeg = try #require(shown.preview)
    #expect(try file.read(at: jpeg.lowerBound, count: jpeg.count) == picture(bytes))
    let lossless = try pdf(Self.picture, .deflated(.default), recipe: RecipeRecord(json: "{}"))
    let exact = try header(lossless, limits: limits)
    #expect(exact.size == Self.picture.size && exact.format == .png && exact.fault == nil)
    let rows = try #require(exact.preview)
    #expect(try opened(lossless).read(at: rows.lowerBound, count: rows.count) == picture(lossless))
    #expect(exact.decoderBufferBytes == rows.count)
    // Cut off anywhere, it is refused or taken, and nothing worse.
    for bytes in [bytes, lossless] {
      for count in stride(from: 0, to: 4000, by: 13) {
        expectTakenOrRefused { _ = try header(Array(bytes.prefix(count)), limits: limits) }
      }
    }
  }
}
