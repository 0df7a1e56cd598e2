internal import Imaging

/// A collage's recipe as embedded in the picture: JSON text in an XMP packet, where other programs
/// can find it.
///
/// A PNG holds the packet in an iTXt chunk, a PDF in a metadata stream, a WebP in an XMP chunk, an
/// AVIF in an item, a JPEG XL in a box, a JPEG in an APP1 segment.
/// A recipe that is too long for one segment (some hundreds of photos) follows as bare JSON in
/// several APP1 segments of our own format.
package struct RecipeRecord: Hashable, Sendable {
  package let json: String
  /// What the picture says to those who don't see it; nil for nothing, and in a record that was
  /// read from a file.
  package var words: PictureWords?
  /// In a record that was read from a file, what that says to those who don't see the picture; nil
  /// if it says nothing.
  package private(set) var statedDescription: String?

  /// - Parameter json: of any length; not validated.
  package init(json: String, words: PictureWords? = nil) {
    self.json = json
    self.words = words
  }

  private static let opening = "<collage:recipe>"
  private static let closing = "</collage:recipe>"
  private static let pieceSignature = Array("urn:collage:1.0/recipe\0".utf8)
  private static let segmentCapacity = 65_533
  /// The maximum size of a packet that is read, in bytes: enough for tens of thousands of photos.
  static let maxPacketBytes = 16 << 20
  /// The most that a description takes in a JPEG, in bytes as XML: it is written twice, and with
  /// the short form and a gain map's properties it must fit into a segment.
  private static let maxDescriptionInJPEG = 30_000

  /// The whole XMP packet.
  var packet: String { Self.packet(description() + wordsDescription) }

  private var wordsDescription: String { words.map { $0.xmpDescription() } ?? "" }

  /// The whole XMP packet of a picture that a library has encoded.
  ///
  /// - Parameters:
  ///   - encoder: the library's name and version, which the picture's bytes depend on.
  ///   - density: the print resolution; nil to leave it unspecified.
  func packet(encoder: String, density: Density?) -> String {
    let resolution = density.map {
      #"<rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" "#
        + #"tiff:XResolution="\#($0.dotsPerInch)/1" tiff:YResolution="\#($0.dotsPerInch)/1" "#
        + #"tiff:ResolutionUnit="2"/>"#
    }
    let library = "<collage:encoder>\(XMLText.escaped(encoder))</collage:encoder>"
    return Self.packet(
      description(followedBy: library) + (resolution ?? "") + wordsDescription)
  }

  /// - Parameter elements: what else the description holds.
  private func description(followedBy elements: String = "") -> String {
    #"<rdf:Description rdf:about="" xmlns:collage="\#(PictureWords.collageNamespace)">"#
      + "\(Self.opening)\(XMLText.escaped(json))\(Self.closing)\(elements)</rdf:Description>"
  }

  /// The packet of a PDF, which also says what its information dictionary does.
  ///
  /// - Parameters:
  ///   - recipe: nil for a picture that is no collage.
  ///   - document: what a tagged file says of itself; nil for another.
  static func packet(ofPDF recipe: RecipeRecord?, _ document: PDFDocumentWords?) -> String {
    let properties = """
      <rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" \
      xmlns:collage="urn:collage:1.0/"><pdf:Trapped>False</pdf:Trapped>
      """
    let text = recipe.map { "\(opening)\(XMLText.escaped($0.json))\(closing)" } ?? ""
    return packet(
      "\(properties)\(text)</rdf:Description>" + (recipe?.wordsDescription ?? "")
        + (document.map(description(of:)) ?? ""))
  }

  /// Says that a PDF is tagged as PDF/UA-1 (ISO 14289-1) wants it, and its title.
  private static func description(of document: PDFDocumentWords) -> String {
    #"<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" "#
      + #"xmlns:dc="http://purl.org/dc/elements/1.1/"><pdfuaid:part>1</pdfuaid:part>"#
      + #"<dc:title><rdf:Alt><rdf:li xml:lang="x-default">\#(XMLText.escaped(document.title))"#
      + "</rdf:li></rdf:Alt></dc:title></rdf:Description>"
  }

  /// The packet that holds descriptions.
  static func packet(_ descriptions: String) -> String {
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>\
    <x:xmpmeta xmlns:x="adobe:ns:meta/">\
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
    \(descriptions)</rdf:RDF></x:xmpmeta><?xpacket end="r"?>
    """
  }

  /// The payloads of the APP1 segments that hold the recipe and the words.
  ///
  /// A recipe that has no room beside the words follows by itself: first, since it must be found
  /// among the first bytes of the file.
  ///
  /// - Parameter properties: what else the XMP packet must say; nil for nothing.
  func jpegPayloads(beside properties: String? = nil) -> [[UInt8]] {
    let words = words.map { $0.xmpDescription(limit: Self.maxDescriptionInJPEG) } ?? ""
    func payload(_ descriptions: String) -> [UInt8] {
      JPEGSegments.xmpSignature + Array(Self.packet(descriptions).utf8)
    }
    let whole = payload((properties ?? "") + description() + words)
    if whole.count <= Self.segmentCapacity { return [whole] }
    let text = Array(json.utf8)
    let room = Self.segmentCapacity - Self.pieceSignature.count
    let pieces = stride(from: 0, to: text.count, by: room).map {
      Self.pieceSignature + text[$0..<min($0 + room, text.count)]
    }
    let others = (properties ?? "") + words
    return pieces + (others.isEmpty ? [] : [payload(others)])
  }

  /// Whether a recipe begins among the first bytes of a picture. What follows isn't examined.
  static func isMarked(_ head: ArraySlice<UInt8>) -> Bool {
    head.range(of: Array(opening.utf8)) != nil || head.range(of: pieceSignature) != nil
  }

  // The recipe in a file of each format; nil if there is none, or if the file is damaged. They
  // throw only `readFailed`.

  static func readJPEG(_ file: borrowing PhotoFile) throws(CodecError) -> RecipeRecord? {
    var whole: RecipeRecord?
    var pieces: [UInt8] = []
    var description: String?
    try JPEGSegments.forEach(in: file) { segment in
      let payload = segment.payload
      if whole == nil, payload.starts(with: JPEGSegments.xmpSignature) {
        let packet = payload.dropFirst(JPEGSegments.xmpSignature.count)
        whole = RecipeRecord(packet: packet)
        description = description ?? PictureWords.description(in: packet)
      } else if payload.starts(with: pieceSignature), pieces.count + payload.count <= maxPacketBytes
      {
        pieces += payload.dropFirst(pieceSignature.count)
      }
    }
    if let whole { return whole }
    guard !pieces.isEmpty else { return nil }
    var record = RecipeRecord(json: String(decoding: pieces, as: UTF8.self))
    record.statedDescription = description
    return record
  }

  static func readPNG(_ file: borrowing PhotoFile) throws(CodecError) -> RecipeRecord? {
    var found: RecipeRecord?
    try PNGChunks.forEach(in: file) { chunk throws(CodecError) in
      if chunk.type == "iTXt",
        let packet = try PNGChunks.read(chunk, of: file, atMost: maxPacketBytes).flatMap(
          PNGChunks.xmpPacket)
      {
        found = RecipeRecord(packet: packet[...])
      }
      return found == nil && chunk.type != "IDAT"
    }
    return found
  }

  static func readPDF(_ file: borrowing PhotoFile) throws(CodecError) -> RecipeRecord? {
    guard let packet = try PDFBeginning(of: file)?.packet, packet.count <= maxPacketBytes else {
      return nil
    }
    return RecipeRecord(
      packet: try file.read(at: packet.lowerBound, count: packet.count)[...])
  }

  /// Nil if the packet was written by another program.
  init?(packet: ArraySlice<UInt8>) {
    guard let start = packet.range(of: Array(Self.opening.utf8)),
      let end = packet[start.upperBound...].range(of: Array(Self.closing.utf8))
    else { return nil }
    json = Self.unescaped(packet[start.upperBound..<end.lowerBound])
    statedDescription = PictureWords.description(in: packet)
  }

  private static func unescaped(_ text: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var rest = text
    while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<mark]
      let match = XMLText.entities.first { rest[mark...].starts(with: $0.entity) }
      result.append(match?.character ?? rest[mark])
      rest = rest[mark...].dropFirst(match?.entity.count ?? 1)
    }
    return String(decoding: result + rest, as: UTF8.self)
  }
}
