/// The namespaces of XMP in use. Their prefixes mean nothing: old programs of Adobe call `xmp`
/// "xap".
enum XMPNamespace: String, CaseIterable {
  case rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns"
  case xml = "http://www.w3.org/XML/1998/namespace"
  case xmp = "http://ns.adobe.com/xap/1.0"
  case dublinCore = "http://purl.org/dc/elements/1.1"
  case photoshop = "http://ns.adobe.com/photoshop/1.0"
  case exif = "http://ns.adobe.com/exif/1.0"
  case lightroom = "http://ns.adobe.com/lightroom/1.0"
  case digiKam = "http://www.digikam.org/ns/1.0"
  case microsoft = "http://ns.microsoft.com/photo/1.0"
  case acdsee = "http://ns.acdsee.com/iptc/1.0"
  case iptcCore = "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns"
  case iptcExtension = "http://iptc.org/std/Iptc4xmpExt/2008-02-29"
  case regions = "http://www.metadataworkinggroup.com/schemas/regions"
  case microsoftRegions = "http://ns.microsoft.com/photo/1.2"
  case microsoftRegionInfo = "http://ns.microsoft.com/photo/1.2/t/RegionInfo"
  case microsoftRegion = "http://ns.microsoft.com/photo/1.2/t/Region"

  private static let byName = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// The namespace of a URI. Some programs leave out the slash or the `#` at its end.
  init?(uri: String) {
    let end = uri.lastIndex { $0 != "/" && $0 != "#" }
    guard let end, let known = Self.byName[String(uri[...end])] else { return nil }
    self = known
  }

  /// What prefixes mean where a packet doesn't say it.
  static let usualPrefixes: [String: XMPNamespace] = [
    "rdf": .rdf, "xml": .xml, "xmp": .xmp, "xap": .xmp, "dc": .dublinCore,
    "photoshop": .photoshop, "exif": .exif, "lr": .lightroom, "digiKam": .digiKam,
    "MicrosoftPhoto": .microsoft, "acdsee": .acdsee, "Iptc4xmpCore": .iptcCore,
    "Iptc4xmpExt": .iptcExtension, "mwg-rs": .regions, "MP": .microsoftRegions,
    "MPRI": .microsoftRegionInfo, "MPReg": .microsoftRegion,
  ]
}

/// The name of a property, in a namespace that is in use.
struct XMPName: Hashable {
  let namespace: XMPNamespace
  let local: String

  init(_ namespace: XMPNamespace, _ local: String) {
    self.namespace = namespace
    self.local = local
  }
}
