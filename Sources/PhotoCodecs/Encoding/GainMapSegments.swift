/// What an Ultra HDR JPEG says of its gain map, in three ways that agree: XMP of Adobe and Google,
/// ISO 21496-1, and CIPA's multi-picture format.
struct GainMapSegments {
  private let numbers: GainMapNumbers

  private static let isoSignature = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
  static let xmpNamespace = "http://ns.adobe.com/hdr-gain-map/1.0/"

  init(_ gains: FittedGains) { numbers = GainMapNumbers(gains) }

  /// The properties of the primary picture's XMP.
  ///
  /// - Parameter length: the map's in bytes, which follows the primary picture.
  static func properties(ofMapWithBytes length: Int) -> String {
    func item(_ semantic: String, _ more: String = "") -> String {
      "<rdf:li rdf:parseType=\"Resource\"><Container:Item Item:Semantic=\"\(semantic)\" "
        + "Item:Mime=\"image/jpeg\"\(more)/></rdf:li>"
    }
    return """
      <rdf:Description rdf:about="" xmlns:hdrgm="\(xmpNamespace)" \
      xmlns:Container="http://ns.google.com/photos/1.0/container/" \
      xmlns:Item="http://ns.google.com/photos/1.0/container/item/" hdrgm:Version="1.0">\
      <Container:Directory><rdf:Seq>\(item("Primary"))\
      \(item("GainMap", " Item:Length=\"\(length)\""))</rdf:Seq></Container:Directory>\
      </rdf:Description>
      """
  }

  /// The properties of the map's XMP.
  private var properties: String {
    let offset =
      Double(GainMapNumbers.offset.numerator) / Double(GainMapNumbers.offset.denominator)
    return """
      <rdf:Description rdf:about="" xmlns:hdrgm="\(Self.xmpNamespace)" hdrgm:Version="1.0" \
      hdrgm:GainMapMin="\(Self.decimal(numbers.range.least))" \
      hdrgm:GainMapMax="\(Self.decimal(numbers.range.most))" hdrgm:Gamma="1" \
      hdrgm:OffsetSDR="\(offset)" hdrgm:OffsetHDR="\(offset)" hdrgm:HDRCapacityMin="0" \
      hdrgm:HDRCapacityMax="\(Self.decimal(numbers.headroom))" hdrgm:BaseRenditionIsHDR="False"/>
      """
  }

  /// A number of millionths.
  private static func decimal(_ millionths: Int) -> String {
    let unit = GainMapNumbers.unit
    let digits = String(abs(millionths) % unit + unit).dropFirst()
    return "\(millionths < 0 ? "-" : "")\(abs(millionths) / unit).\(digits)"
  }

  /// The version of ISO 21496-1 that the primary picture names.
  static let version = JPEGWriter.Segment(
    marker: 0xE2, payload: isoSignature + UInt32(0).bigEndianBytes)

  /// The map's segments.
  var ofMap: [JPEGWriter.Segment] {
    let xmp = JPEGSegments.xmpSignature + Array(RecipeRecord.packet(properties).utf8)
    return [
      JPEGWriter.Segment(marker: 0xE1, payload: xmp),
      JPEGWriter.Segment(marker: 0xE2, payload: Self.isoSignature + numbers.isoRecord),
    ]
  }

  /// The index of both pictures.
  ///
  /// - Parameters:
  ///   - bytes: the lengths of both, with all their headers.
  ///   - place: of the index's TIFF header in the file, from which offsets count.
  static func index(bytes: (primary: Int, map: Int), headerAt place: Int) -> JPEGWriter.Segment {
    func word(_ value: Int) -> [UInt8] { UInt32(clamping: value).bigEndianBytes }
    func field(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      word(tag << 16 | type) + word(count) + value
    }
    let (long, undefined) = (4, 7)
    let entriesAt = 8 + 2 + 3 * 12 + 4
    let directory: [UInt8] =
      [0, 3] + field(0xB000, undefined, 4, Array("0100".utf8))
      + field(0xB001, long, 1, word(2)) + field(0xB002, undefined, 2 * 16, word(entriesAt))
      + word(0)
    let primary = word(0x03_0000) + word(bytes.primary) + word(0) + word(0)
    let map = word(0) + word(bytes.map) + word(bytes.primary - place) + word(0)
    return JPEGWriter.Segment(
      marker: 0xE2,
      payload: indexSignature + Array("MM\0*".utf8) + word(8) + directory + primary + map)
  }

  static let indexSignature = Array("MPF\0".utf8)
}
