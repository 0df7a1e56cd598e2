internal import Imaging

/// A photo's metadata as raw, unvalidated records; nil for each record that is absent.
struct PhotoMetadata {
  /// A TIFF structure: what follows "Exif\0\0" in a JPEG, or an eXIf chunk.
  var exif: [UInt8]?
  /// The structure of a TIFF picture, whose first directory has what EXIF has.
  var tiff: TIFFStructure?
  /// An XMP packet, UTF-8.
  var xmp: [UInt8]?
  /// The data sets of record 2 in Photoshop's resources, by number.
  var iptc: [UInt8: [[UInt8]]] = [:]
  /// The texts of a PNG with these keywords.
  var pngTitle: [UInt8]?
  var pngDescription: [UInt8]?
  var pngCreationTime: [UInt8]?
  /// A PNG's gAMA: the encoding gamma times 100,000.
  var gamma: Int?
  /// A PNG's cHRM.
  var primaries: Chromaticities?
  /// Whether a PNG has an sRGB chunk.
  var isTaggedSRGB = false
  /// A PNG's cICP.
  var codePoints: CodePoints?
  /// The maximum luminance of a PNG's pixels (cLLI), in cd/m2.
  var contentPeak: Double?
  /// The maximum luminance of the display that a PNG was mastered on (mDCV), in cd/m2.
  var masteringPeak: Double?
  /// A PNG's pHYs, in pixels per inch.
  var pngDensity: Double?
  /// An embedded ICC profile.
  var profile: [UInt8]?
  /// The fields of the raw file whose preview this is. Its date and camera take precedence over
  /// those of `exif`.
  var raw: RawFields?
  /// A JPEG's index of the pictures that follow it in the file.
  var pictureIndex: MPFIndex?
  /// A JPEG's record of ISO 21496-1: in a photo only a version, in a gain map what it means.
  var isoGainMap: [UInt8]?
  /// Why a record was ignored, for a warning; nil if there was no problem.
  var fault: String?

  var exifFields: EXIF? { tiff.flatMap { EXIF($0) } ?? exif.flatMap { EXIF($0) } }

  /// From EXIF, else from XMP, else from the raw file around it, else upright.
  var orientation: Orientation {
    exifFields?.orientation ?? xmp.flatMap(XMP.orientation) ?? raw?.orientation ?? .up
  }

  /// The print resolution that somebody meant, from a PNG's pHYs, else from EXIF.
  var density: Density? { pngDensity.map { Density(stated: $0) } ?? exifFields?.density }

  /// The camera's make and model, from EXIF; nil if that doesn't say.
  var camera: String? { raw?.camera ?? exifFields?.camera }

  /// How the camera was set, from EXIF.
  var settings: CameraSettings {
    let own = raw?.settings ?? CameraSettings()
    return own == CameraSettings() ? exifFields?.settings ?? own : own
  }

  /// What is stated of the photo beside its pixels.
  var facts: StatedFacts { facts(xmp.map { XMPFacts($0) }) }

  /// - Parameter xmp: what the packet says.
  func facts(_ xmp: XMPFacts?) -> StatedFacts {
    let exif = exifFields
    var facts = StatedFacts()
    facts.moments = moments(xmp, exif)
    // Stars in the order in which programs that write several of these agree.
    facts.rating =
      xmp?.rating ?? raw?.rating ?? exif?.rating ?? xmp?.microsoftRating ?? exif?.percentRating
      ?? xmp?.acdseeRating
    facts.people = xmp?.people ?? []
    let keywords = xmp?.keywords ?? []
    facts.keywords = keywords.isEmpty ? IPTC.keywords(iptc) : keywords
    facts.setTitle([
      (.title, xmp?.title), (.objectName, IPTC.line(iptc, .objectName)),
      (.headline, xmp?.headline), (.iptcHeadline, IPTC.line(iptc, .headline)),
      (.description, xmp?.descriptionAsTitle), (.caption, IPTC.line(iptc, .caption)),
      (.imageDescription, exif?.description),
      (.pngTitle, pngTitle.flatMap { MetadataLine.text($0[...]) }),
      (.pngDescription, pngDescription.flatMap { MetadataLine.text($0[...]) }),
    ])
    facts.altText = xmp?.altText
    facts.setDescription([
      xmp?.description, IPTC.line(iptc, .caption), exif?.description,
      pngDescription.flatMap { MetadataLine.text($0[...]) },
    ])
    return facts
  }

  /// EXIF's come first, then those of XMP, IPTC and a PNG's texts.
  private func moments(_ xmp: XMPFacts?, _ exif: EXIF?) -> StatedMoments {
    let created = pngCreationTime.flatMap { MomentTaken(png: Array($0.prefix(64))) }
    return [
      raw?.moments, exif?.moments, xmp?.moments, StatedMoments(original: IPTC.moment(iptc)),
      StatedMoments(original: created),
    ].compactMap(\.self).reduce(StatedMoments()) { $0.completed(by: $1) }
  }

  /// The place, the city and the country, as far as they are stated.
  var place: String? { place(xmp.map { XMPFacts($0) }) }

  func place(_ xmp: XMPFacts?) -> String? {
    let stated = xmp?.placeParts ?? [nil, nil, nil]
    let parts = zip(stated, [IPTC.DataSet.sublocation, .city, .country]).compactMap {
      $0 ?? IPTC.line(iptc, $1)
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
