/// A JPEG with a gain map behind it, put together of two JPEGs, with whatever records a test needs.
package struct GainMapJPEG {
  /// What the index of pictures says about the map.
  package enum Index {
    case none
    case right
    /// As if so many bytes had been inserted before the index.
    case off(by: Int)
    /// Pictures where there are none, before the right one.
    case behind(others: Int)
  }

  package var photo: [UInt8]
  package var map: [UInt8]
  /// The photo's XMP packet; nil for none.
  package var photoXMP: String?
  /// The map's XMP packet; nil for none.
  package var mapXMP: String?
  /// The map's record of ISO 21496-1; nil for none.
  package var iso: [UInt8]?
  package var index = Index.right
  /// More segments of the photo, whole.
  package var segments: [UInt8] = []
  /// Between the photo and the map.
  package var padding: [UInt8] = []
  /// Behind the map.
  package var trailer: [UInt8] = []

  /// An Ultra HDR photo.
  ///
  /// - Parameters:
  ///   - photo: a JPEG.
  ///   - map: another one.
  ///   - properties: of the map's XMP.
  package init(_ photo: [UInt8], map: [UInt8], _ properties: [String: String]) {
    self.photo = photo
    self.map = map
    mapXMP = Self.packet(properties)
    photoXMP = Self.packet(containing: map.count + Self.xmp(mapXMP ?? "").count)
  }

  /// A photo with a map that says nothing yet.
  package init(_ photo: [UInt8], map: [UInt8]) {
    self.photo = photo
    self.map = map
  }

  package static let simple = ["Version": "1.0", "GainMapMax": "2.5", "HDRCapacityMax": "2.5"]

  package var bytes: [UInt8] {
    let ownSegments = segments + (photoXMP.map(Self.xmp) ?? [])
    let mapSegments =
      (mapXMP.map(Self.xmp) ?? [])
      + (iso.map { Self.segment(0xE2, Array("urn:iso:std:iso:ts:21496:-1\0".utf8) + $0) } ?? [])
    let begin = 2 + ownSegments.count
    let size = photo.count + ownSegments.count + indexSegment(offset: 0).count
    // The segment's head and signature come before what offsets count from.
    let offset = size + padding.count - (begin + 4 + 4)
    let whole = photo.prefix(2) + ownSegments + indexSegment(offset: offset) + photo.dropFirst(2)
    return whole + padding + map.prefix(2) + mapSegments + map.dropFirst(2) + trailer
  }

  private func indexSegment(offset: Int) -> [UInt8] {
    var offsets: [Int]
    switch index {
    case .none: return []
    case .right: offsets = [offset]
    case .off(let bytes): offsets = [offset - bytes]
    case .behind(let others): offsets = (0..<others).map { 9 + $0 } + [offset]
    }
    let entries = offsets.flatMap { [0, 0, UInt32(truncatingIfNeeded: $0), 0] as [UInt32] }
    let first: [UInt32] = [0x030000, UInt32(photo.count), 0, 0]
    let data = (first + entries).flatMap { number in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    let structure = TIFFBuilder(
      [
        [
          (0xB000, .data(Array("0100 ".utf8))), (0xB001, .long(UInt32(offsets.count + 1))),
          (0xB002, .data(data)),
        ]
      ], isBigEndian: true)
    return Self.segment(0xE2, Array("MPF\0".utf8) + structure.bytes)
  }

  package static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let count = payload.count + 2
    return [0xFF, marker, UInt8(count >> 8), UInt8(count & 0xFF)] + payload
  }

  package static func xmp(_ packet: String) -> [UInt8] {
    segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8))
  }

  /// A packet with these properties of gain maps as attributes.
  package static func packet(_ properties: [String: String]) -> String {
    let attributes = properties.sorted { $0.key < $1.key }.map { #"hdrgm:\#($0)="\#($1)""# }
    return packet(
      attributes.joined(separator: " ") + #" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/""#)
  }

  /// A photo's packet.
  ///
  /// - Parameter length: the map's, in bytes, as the Container directory states it.
  package static func packet(containing length: Int, padding: Int = 0) -> String {
    packet(
      #"xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0""#,
      """
      <C:Directory xmlns:C="http://ns.google.com/photos/1.0/container/" \
      xmlns:I="http://ns.google.com/photos/1.0/container/item/"><rdf:Seq>\
      <rdf:li rdf:parseType="Resource"><C:Item I:Semantic="Primary" I:Mime="image/jpeg" \
      I:Padding="\(padding)"/></rdf:li>\
      <rdf:li rdf:parseType="Resource"><C:Item I:Semantic="GainMap" I:Mime="image/jpeg" \
      I:Length="\(length)"/></rdf:li>\
      </rdf:Seq></C:Directory>
      """)
  }

  /// A packet with one description.
  package static func packet(_ attributes: String, _ content: String = "") -> String {
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">\
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
    <rdf:Description rdf:about="" \(attributes)>\(content)</rdf:Description></rdf:RDF></x:xmpmeta>\
    <?xpacket end="w"?>
    """
  }
}
