/// How words are written into an XMP packet: the short form as IPTC's alternative text, the whole
/// as its extended description and as Dublin Core's description, and their language.
extension PictureWords {
  private static let opening =
    #"<Iptc4xmpCore:ExtDescrAccessibility><rdf:Alt><rdf:li xml:lang="x-default">"#
  private static let closing = "</rdf:li></rdf:Alt></Iptc4xmpCore:ExtDescrAccessibility>"

  /// The namespace of recipes; a packet that has it is one of a collage.
  static let collageNamespace = "urn:collage:1.0/"

  /// A description for the packet.
  ///
  /// - Parameter limit: of the whole text as it is written, twice, in bytes: what is longer is cut
  ///   at a word. Nil for none.
  func xmpDescription(limit: Int? = nil) -> String {
    let shown = limit.map { PlainWords.shortened(description, to: $0, \.bytesInXML) }
    let whole = XMLText.escaped(shown ?? description)
    return #"<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" "#
      + #"xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/" "#
      + #"xmlns:collage="\#(Self.collageNamespace)">"#
      + "<Iptc4xmpCore:AltTextAccessibility>\(Self.inDefaultLanguage(XMLText.escaped(brief)))"
      + "</Iptc4xmpCore:AltTextAccessibility>\(Self.opening)\(whole)\(Self.closing)"
      + "<dc:description>\(Self.inDefaultLanguage(whole))</dc:description>"
      + "<dc:language><rdf:Bag><rdf:li>\(XMLText.escaped(language))</rdf:li></rdf:Bag>"
      + "</dc:language></rdf:Description>"
  }

  /// - Parameter text: as XML.
  private static func inDefaultLanguage(_ text: String) -> String {
    #"<rdf:Alt><rdf:li xml:lang="x-default">\#(text)</rdf:li></rdf:Alt>"#
  }

  /// The whole description in a packet that this program has written; nil if it has none.
  ///
  /// - Cost: a search in the bytes, without parsing XML.
  static func description(in packet: ArraySlice<UInt8>) -> String? {
    guard let start = packet.range(of: Array(opening.utf8)),
      let end = packet[start.upperBound...].range(of: Array(closing.utf8))
    else { return nil }
    let text = XMLText.unescaped(packet[start.upperBound..<end.lowerBound])
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }
}

extension Unicode.Scalar {
  /// Its length as XML in UTF-8.
  fileprivate var bytesInXML: Int {
    switch self {
    case "&": 5
    case "<", ">": 4
    case "\"", "'": 6
    default: UTF8.width(self)
    }
  }
}
