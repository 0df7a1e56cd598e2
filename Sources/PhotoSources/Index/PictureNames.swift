package import SystemPackage

/// How files are called that hold pictures.
package enum PictureNames {
  /// In small letters.
  package static let fileExtensions: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "png", "heic", "heif", "hif", "avif", "webp", "jxl",
    "tif", "tiff",
    // Cameras' raw files.
    "dng", "cr2", "cr3", "nef", "nrw", "arw", "sr2", "srw", "orf", "pef", "raf", "rw2",
  ]

  package static func isPicture(_ name: FilePath.Component) -> Bool {
    fileExtensions.contains(name.extension?.lowercased() ?? "")
  }
}
