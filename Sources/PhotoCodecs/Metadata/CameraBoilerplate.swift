/// Texts that cameras, scanners and programs write into every photo; they say nothing of what it shows.
enum CameraBoilerplate {
  /// Whole texts, in capitals.
  private static let texts: Set = [
    "OLYMPUS DIGITAL CAMERA", "OLYMPUS DIGITAL CAMERA OLYMPUS DIGITAL CAMERA", "SONY DSC", "SONY DIGITAL CAMERA",
    "SAMSUNG CAMERA PICTURES", "SAMSUNG DIGITAL CAMERA", "KODAK DIGITAL STILL CAMERA", "KODAK CAMERA",
    "MINOLTA DIGITAL CAMERA", "KONICA MINOLTA DIGITAL CAMERA", "PENTAX DIGITAL CAMERA", "RICOH DIGITAL CAMERA",
    "CASIO COMPUTER CO.,LTD", "CASIO DIGITAL CAMERA", "FUJIFILM DIGITAL CAMERA", "NIKON DIGITAL CAMERA",
    "CANON DIGITAL CAMERA", "PANASONIC DIGITAL CAMERA", "LEICA DIGITAL CAMERA", "POLAROID DIGITAL CAMERA",
    "HP PHOTOSMART", "EPSON DSC PICTURE", "SANYO DIGITAL CAMERA", "EXIF_JPEG_PICTURE", "EXIF JPEG", "JPEG PICTURE",
    "DIGITAL CAMERA", "DIGITAL STILL CAMERA", "DIGITAL PHOTO", "DESCRIPTION", "IMAGE DESCRIPTION",
    "PROCESSED WITH VSCO", "CREATED BY DPE, CANON INC.", "CREATED WITH GIMP", "UNTITLED", "UNTITLED-1", "NO TITLE",
    "UNKNOWN", "NULL", "SCREENSHOT", "SCREEN SHOT", "SCANNED DOCUMENT", "SCANNED IMAGE", "CHARSET=ASCII",
    "BINARY COMMENT", "DCIM",
  ]

  /// How others begin, in capitals: `DCIM\100MEDIA\DJI_0001.JPG`, `Processed with VSCO with a6 preset`,
  /// `Screenshot_20240501-101530`.
  private static let prefixes = [
    "DCIM\\", "DCIM/", "DJI_", "PROCESSED WITH ", "SCREENSHOT_", "SCREENSHOT ", "SCREEN SHOT ",
    "<DIGIMAX ", "<SAMSUNG ", "<KENOX ", "CHARSET=\"",
  ]

  /// - Parameter text: with single spaces between its words.
  static func contains(_ text: String) -> Bool {
    let capitals = text.uppercased()
    return texts.contains(capitals) || prefixes.contains { capitals.hasPrefix($0) }
  }
}
