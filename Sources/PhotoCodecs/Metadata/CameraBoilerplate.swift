/// Texts that cameras, scanners and programs write into every photo, and that say nothing about
/// what it shows.
enum CameraBoilerplate {
  /// Complete texts, in capitals.
  private static let texts: Set = [
    "OLYMPUS DIGITAL CAMERA", "OLYMPUS DIGITAL CAMERA OLYMPUS DIGITAL CAMERA", "SONY DSC",
    "SONY DIGITAL CAMERA",
    "SAMSUNG CAMERA PICTURES", "SAMSUNG DIGITAL CAMERA", "KODAK DIGITAL STILL CAMERA",
    "KODAK CAMERA",
    "MINOLTA DIGITAL CAMERA", "KONICA MINOLTA DIGITAL CAMERA", "PENTAX DIGITAL CAMERA",
    "RICOH DIGITAL CAMERA",
    "CASIO COMPUTER CO.,LTD", "CASIO DIGITAL CAMERA", "FUJIFILM DIGITAL CAMERA",
    "NIKON DIGITAL CAMERA",
    "CANON DIGITAL CAMERA", "PANASONIC DIGITAL CAMERA", "LEICA DIGITAL CAMERA",
    "POLAROID DIGITAL CAMERA",
    "HP PHOTOSMART", "EPSON DSC PICTURE", "SANYO DIGITAL CAMERA", "EXIF_JPEG_PICTURE", "EXIF JPEG",
    "JPEG PICTURE",
    "DIGITAL CAMERA", "DIGITAL STILL CAMERA", "DIGITAL PHOTO", "DESCRIPTION", "IMAGE DESCRIPTION",
    "CREATED BY DPE, CANON INC.", "CREATED WITH GIMP", "UNTITLED", "UNTITLED-1", "NO TITLE",
    "UNKNOWN", "NULL", "SCREENSHOT", "SCREEN SHOT", "SCANNED DOCUMENT", "SCANNED IMAGE",
    "CHARSET=ASCII", "BINARY COMMENT", "DCIM",
  ]

  /// The beginnings of other such texts, in capitals, as in `DCIM\100MEDIA\DJI_0001.JPG`,
  /// `Processed with VSCO with a6 preset` and `Screenshot_20240501-101530_Chrome`.
  private static let prefixes = [
    "DCIM\\", "DCIM/", "DJI_0", "DJI_1", "DJI_2", "SCREENSHOT_", "PROCESSED WITH VSCO",
    "PROCESSED WITH MOLDIV",
    "PROCESSED WITH RNI FILMS", "PROCESSED WITH SNAPSEED", "<DIGIMAX ", "<SAMSUNG ", "<KENOX ",
    "CHARSET=\"",
  ]

  /// The words between the numbers of a screenshot's name, as in `Screenshot from 2024-05-01
  /// 10-15-30` and `Screen Shot 2019-05-01 at 10.15.30 AM`. With any other word a person has
  /// written the text.
  private static let screenshotWords: Set<Substring> = [
    "SCREENSHOT", "SCREEN", "SHOT", "FROM", "AT", "AM", "PM", "PNG",
  ]

  private static func isScreenshotName(_ capitals: String) -> Bool {
    guard capitals.hasPrefix("SCREENSHOT") || capitals.hasPrefix("SCREEN SHOT") else {
      return false
    }
    let words = capitals.split { !$0.isLetter && !$0.isNumber }
    return words.allSatisfy { screenshotWords.contains($0) || $0.allSatisfy(\.isNumber) }
  }

  /// - Parameter text: with single spaces between its words.
  static func contains(_ text: String) -> Bool {
    let capitals = text.uppercased()
    return texts.contains(capitals) || prefixes.contains { capitals.hasPrefix($0) }
      || isScreenshotName(capitals)
  }
}
