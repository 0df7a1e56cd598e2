/// What an XMP packet says of a photo.
struct XMPFacts {
  private let tree: XMPTree

  /// Bytes that aren't XML say nothing.
  init(_ packet: [UInt8]) { tree = XMPTree(packet) }

  /// By the clock that was there.
  var moments: StatedMoments {
    func moment(_ namespace: XMPNamespace, _ local: String) -> MomentTaken? {
      tree.line(namespace, local).flatMap { MomentTaken($0.utf8, .xmp) }
    }
    return StatedMoments(
      original: moment(.exif, "DateTimeOriginal") ?? moment(.photoshop, "DateCreated"),
      digitised: moment(.xmp, "CreateDate") ?? moment(.exif, "DateTimeDigitized"))
  }

  /// As `StatedFacts.rating`, by xmp:Rating.
  var rating: Int? { Rating.stars(text: tree.line(.xmp, "Rating")) }

  var microsoftRating: Int? {
    tree.line(.microsoft, "Rating").flatMap { Double($0) }.flatMap { Rating.stars(percent: $0) }
  }

  var acdseeRating: Int? { Rating.stars(text: tree.line(.acdsee, "rating")) }

  var title: String? { tree.line(.dublinCore, "title") }
  var headline: String? { tree.line(.photoshop, "Headline") }
  var description: String? { tree.line(.dublinCore, "description") }
  /// The same as a title: not that of a collage, which this program has written.
  var descriptionAsTitle: String? { isOfCollage ? nil : description }

  /// What the picture says to those who don't see it: the short form, where there are both.
  var altText: String? {
    tree.line(.iptcCore, "AltTextAccessibility") ?? tree.line(.iptcCore, "ExtDescrAccessibility")
  }

  private var isOfCollage: Bool {
    tree.bytes[...].range(of: Array(PictureWords.collageNamespace.utf8)) != nil
  }

  /// The place, the city and the country.
  var placeParts: [String?] {
    [
      tree.line(.iptcCore, "Location"), tree.line(.photoshop, "City"),
      tree.line(.photoshop, "Country"),
    ]
  }

  /// Those that are stated by themselves, else the last parts of the others.
  var keywords: [String] {
    let flat = tree.lines(.dublinCore, "subject")
    if !flat.isEmpty { return flat.uniqued() }
    let lists: [(XMPNamespace, String, Character)] = [
      (.lightroom, "hierarchicalSubject", "|"), (.digiKam, "TagsList", "/"),
      (.microsoft, "LastKeywordXMP", "/"),
    ]
    for (namespace, local, separator) in lists {
      let keywords = tree.lines(namespace, local)
      if !keywords.isEmpty {
        let leaves = keywords.compactMap { $0.split(separator: separator).last }
        return leaves.compactMap { MetadataLine.text(Array($0.utf8)[...]) }.uniqued()
      }
    }
    return []
  }

  /// The names of faces, and of the persons that are shown.
  var people: [String] {
    (faces + microsoftFaces + tree.lines(.iptcExtension, "PersonInImage")).uniqued()
  }

  /// Regions of the Metadata Working Group: those whose type is a face, or isn't stated.
  private var faces: [String] {
    guard let regions = tree.property(.regions, "Regions") else { return [] }
    let list = (regions.child(.rdf, "Description") ?? regions).child(.regions, "RegionList")
    return list.map(XMPTree.items)?.compactMap { region in
      let region = region.child(.rdf, "Description") ?? region
      let type = value(.regions, "Type", of: region)
      return type == nil || type == "Face" ? value(.regions, "Name", of: region) : nil
    } ?? []
  }

  private var microsoftFaces: [String] {
    guard let info = tree.property(.microsoftRegions, "RegionInfo") else { return [] }
    let list = (info.child(.rdf, "Description") ?? info).child(.microsoftRegionInfo, "Regions")
    return list.map(XMPTree.items)?.compactMap { region in
      let region = region.child(.rdf, "Description") ?? region
      return value(.microsoftRegion, "PersonDisplayName", of: region)
    } ?? []
  }

  private func value(_ namespace: XMPNamespace, _ local: String, of node: XMPNode) -> String? {
    if let attribute = node.attributes[XMPName(namespace, local)] { return tree.line(attribute) }
    return node.child(namespace, local).flatMap(tree.line(of:))
  }

  /// All of it, of a sidecar.
  var facts: StatedFacts {
    var facts = StatedFacts()
    facts.moments = moments
    facts.rating = rating ?? microsoftRating ?? acdseeRating
    (facts.people, facts.keywords) = (people, keywords)
    facts.setTitle([(.title, title), (.headline, headline), (.description, descriptionAsTitle)])
    facts.altText = altText
    facts.setDescription([description])
    return facts
  }
}

extension StatedFacts {
  /// What an XMP sidecar says; nothing if it isn't XML.
  package init(xmp packet: [UInt8]) { self = XMPFacts(packet).facts }
}
