/// What a photo says of itself beside its pixels, as raw records. Nothing here was believed yet.
struct PhotoMetadata {
  /// A TIFF structure: what follows "Exif\0\0" in a JPEG, or an eXIf chunk.
  var exif: [UInt8]?
  /// An XMP packet, UTF-8.
  var xmp: [UInt8]?
  /// A PNG's gAMA: the encoding gamma times 100,000.
  var gamma: Int?
  /// A PNG's cHRM.
  var primaries: Chromaticities?
  /// Whether a PNG has an sRGB chunk.
  var isTaggedSRGB = false
  /// A PNG's cICP.
  var codePoints: CodePoints?
  /// The greatest light of a PNG's pixels (cLLI), in cd/m2.
  var contentPeak: Double?
  /// The greatest light of the display that a PNG was made on (mDCV), in cd/m2.
  var masteringPeak: Double?
  /// An embedded ICC profile.
  var profile: [UInt8]?
  /// Why something was passed over, for a warning; nil when all was well.
  var fault: String?

  /// EXIF says it, else XMP does, else the picture is upright as stored.
  var orientation: Orientation {
    exif.flatMap(EXIF.orientation) ?? xmp.flatMap(XMP.orientation) ?? .up
  }
}
