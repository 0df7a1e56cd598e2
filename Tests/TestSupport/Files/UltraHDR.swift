/// JPEGs with a gain map, as phones write them, of bytes alone.
package enum UltraHDR {
  private static let xmpSignature = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

  /// A photo with a map, which only XMP describes.
  ///
  /// - Parameters:
  ///   - base: the JPEG that is shown without HDR.
  ///   - map: the map's JPEG.
  ///   - properties: of the map, such as `hdrgm:GainMapMax="2"`.
  package static func photo(_ base: [UInt8], map: [UInt8], _ properties: String) -> [UInt8] {
    let map = adding("hdrgm:Version=\"1.0\" \(properties)", to: map)
    let directory = """
      <Container:Directory><rdf:Seq><rdf:li rdf:parseType="Resource"><Container:Item \
      Item:Semantic="Primary" Item:Mime="image/jpeg"/></rdf:li><rdf:li rdf:parseType="Resource">\
      <Container:Item Item:Semantic="GainMap" Item:Mime="image/jpeg" Item:Length="\(map.count)"/>\
      </rdf:li></rdf:Seq></Container:Directory>
      """
    return adding("hdrgm:Version=\"1.0\"", directory, to: base) + map
  }

  /// A JPEG with an XMP packet.
  private static func adding(_ attributes: String, _ elements: String = "", to jpeg: [UInt8])
    -> [UInt8]
  {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
      xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" \
      xmlns:Container="http://ns.google.com/photos/1.0/container/" \
      xmlns:Item="http://ns.google.com/photos/1.0/container/item/" \(attributes)>\(elements)\
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let payload = xmpSignature + Array(packet.utf8)
    let length = payload.count + 2
    return jpeg.prefix(2) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
      + jpeg.dropFirst(2)
  }
}
