package import Imaging

extension JPEGFile {
  /// The JPEG with these faces in its XMP, in shares of the picture.
  package static func declaring(_ areas: [Region], in jpeg: [UInt8]) -> [UInt8] {
    let faces = areas.map { area in
      "<rdf:li><rdf:Description mwg-rs:Type='Face'><mwg-rs:Area stArea:x='\(area.x + area.width / 2)' "
        + "stArea:y='\(area.y + area.height / 2)' stArea:w='\(area.width)' stArea:h='\(area.height)'/>"
        + "</rdf:Description></rdf:li>"
    }
    let packet =
      "<x:xmpmeta><rdf:RDF><rdf:Description><mwg-rs:Regions><mwg-rs:RegionList><rdf:Bag>\(faces.joined())</rdf:Bag>"
      + "</mwg-rs:RegionList></mwg-rs:Regions></rdf:Description></rdf:RDF></x:xmpmeta>"
    return inserting(
      segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8)),
      into: jpeg)
  }
}
