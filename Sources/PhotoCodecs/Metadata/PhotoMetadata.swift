internal import Imaging

/// A photo's metadata as raw, unvalidated records; nil for each record that is absent.
struct PhotoMetadata {
  /// A TIFF structure: what follows "Exif\0\0" in a JPEG, or an eXIf chunk.
  var exif: [UInt8]?
  /// An XMP packet, UTF-8.
  var xmp: [UInt8]?
  /// The data sets of record 2 in Photoshop's resources, by number.
  var iptc: [UInt8: [UInt8]] = [:]
  /// The texts of a PNG with these keywords.
  var pngTitle: [UInt8]?
  var pngDescription: [UInt8]?
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

  var exifFields: EXIF? { exif.flatMap { EXIF($0) } }

  /// From EXIF, else from XMP, else from the raw file around it, else upright.
  var orientation: Orientation {
    exifFields?.orientation ?? xmp.flatMap(XMP.orientation) ?? raw?.orientation ?? .up
  }

  /// The print resolution that somebody meant, from a PNG's pHYs, else from EXIF.
  var density: Density? { pngDensity.map { Density(stated: $0) } ?? exifFields?.density }

  /// When the photo was taken, from EXIF, else XMP, else IPTC; nil if none of them says.
  var taken: LocalTime? {
    raw?.taken ?? exifFields?.taken ?? xmp.flatMap { XMPTexts($0).taken } ?? IPTC.taken(iptc)
  }

  /// The milliseconds of `taken`; nil if EXIF doesn't say.
  var takenMilliseconds: Int? { raw?.taken == nil ? exifFields?.takenMilliseconds : nil }

  /// The camera's make and model, from EXIF; nil if that doesn't say.
  var camera: String? { raw?.camera ?? exifFields?.camera }

  /// A title, a headline or a description, on one line; nil if there is none. Texts that a camera
  /// writes into every photo are skipped.
  var title: String? {
    let texts = xmp.map(XMPTexts.init)
    let lines = [
      texts?.line("dc:title"), IPTC.line(iptc, .objectName), texts?.line("photoshop:Headline"),
      IPTC.line(iptc, .headline), texts?.line("dc:description"), IPTC.line(iptc, .caption),
      exifFields?.description, pngTitle.flatMap { MetadataLine.text($0[...]) },
      pngDescription.flatMap { MetadataLine.text($0[...]) },
    ]
    return lines.lazy.compactMap(\.self).first { !CameraBoilerplate.contains($0) }
  }

  /// The place, the city and the country, as far as they are stated.
  var place: String? {
    let texts = xmp.map(XMPTexts.init)
    let parts = [
      texts?.line("Iptc4xmpCore:Location") ?? IPTC.line(iptc, .sublocation),
      texts?.line("photoshop:City") ?? IPTC.line(iptc, .city),
      texts?.line("photoshop:Country") ?? IPTC.line(iptc, .country),
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
