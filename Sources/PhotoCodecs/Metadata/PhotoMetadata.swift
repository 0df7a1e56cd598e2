/// A photo's metadata as raw, unvalidated records; nil for each record that is absent.
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
  /// The maximum luminance of a PNG's pixels (cLLI), in cd/m2.
  var contentPeak: Double?
  /// The maximum luminance of the display that a PNG was mastered on (mDCV), in cd/m2.
  var masteringPeak: Double?
  /// An embedded ICC profile.
  var profile: [UInt8]?
  /// Why a record was ignored, for a warning; nil if there was no problem.
  var fault: String?

  /// From EXIF, else from XMP, else upright.
  var orientation: Orientation {
    exif.flatMap(EXIF.orientation) ?? xmp.flatMap(XMP.orientation) ?? .up
  }

  /// When the photo was taken, from EXIF; nil if that doesn't say.
  var taken: LocalTime? { exif.flatMap(EXIF.taken) }

  /// The camera's make and model, from EXIF; nil if that doesn't say.
  var camera: String? { exif.flatMap(EXIF.camera) }
}
