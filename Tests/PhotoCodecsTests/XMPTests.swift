import Testing

@testable import Imaging
@testable import PhotoCodecs

@Suite struct XMPTests {
  @Test(arguments: [
    (#"<rdf:Description tiff:Orientation="6" />"#, Orientation?.some(.right)),
    (#"<rdf:Description tiff:Orientation='8'/>"#, .left),
    ("<rdf:Description tiff:Orientation\n =\t\"3\"/>", .down),
    ("<tiff:Orientation>5</tiff:Orientation>", .leftMirrored),
    ("<tiff:Orientation >2</tiff:Orientation>", .upMirrored),
    (#"<a tiff:Orientation="1"/>"#, .up),
    // Values that the standard does not know.
    (#"tiff:Orientation="0""#, nil), (#"tiff:Orientation="9""#, nil),
    (#"tiff:Orientation="""#, nil),
    (#"tiff:Orientation="62""#, nil), (#"tiff:Orientation="65535""#, nil),
    (#"tiff:Orientation="-6""#, nil),
    ("<tiff:Orientation>66</tiff:Orientation>", nil), (#"tiff:Orientation="x""#, nil),
    // Nothing to read.
    ("", nil), ("tiff:Orientation", nil), ("tiff:Orientation=", nil), ("tiff:Orientation=6", nil),
    ("tiff:Orientation=\"", nil), ("<tiff:Orientation/>", nil), ("<tiff:Orientation>", nil),
    (#"<exif:Orientation="6"/>"#, nil),
  ])
  func `an orientation is read as an attribute or as an element`(
    packet: String, orientation: Orientation?
  ) {
    #expect(XMP.orientation(Array(packet.utf8)) == orientation)
  }

  static let turned = #"<rdf:Description tiff:Orientation="6"/>"#

  static func chunk(_ packet: String) -> PNGBuilder.Chunk {
    PNGBuilder.Chunk(
      type: "iTXt", data: Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Array(packet.utf8))
  }

  @Test func `XMP turns a photo without EXIF`() throws {
    #expect(
      try header(PNGBuilder.plain(chunks: [Self.chunk(Self.turned)]).bytes).orientation == .right)
    #expect(
      try header(JPEGBuilder.plain([90], segments: [.xmp(Self.turned)]).bytes).orientation == .right
    )
  }

  @Test func `EXIF is believed before XMP`() throws {
    let exif = EXIFBuilder.orientation(3)
    let png = PNGBuilder.plain(chunks: [
      Self.chunk(Self.turned), PNGBuilder.Chunk(type: "eXIf", data: exif),
    ])
    #expect(try header(png.bytes).orientation == .down)
    let jpeg = JPEGBuilder.plain([90], segments: [.xmp(Self.turned), .exif(exif)])
    #expect(try header(jpeg.bytes).orientation == .down)
  }

  @Test(arguments: [
    "tiff:Orientation=\"6\"", "tiff:Orientation='6'", "<tiff:Orientation>6</tiff:Orientation>",
    "tiff:Orientation>6",
  ])
  func `no name in a recipe turns the collage that carries it`(name: String) throws {
    let raster = Raster(size: PixelSize(width: 4, height: 2), filledWith: .white)
    let recipe = RecipeRecord(json: "{\"name\":\"\(name)\"}")
    for encoding in [Encoding.png(.default), .jpeg(.default)] {
      #expect(try header(encoded(raster, encoding, recipe: recipe)).orientation == .up)
    }
  }
}
