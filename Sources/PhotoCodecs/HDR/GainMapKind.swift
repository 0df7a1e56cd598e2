/// Who says what a gain map means, and how.
package enum GainMapKind: String, Hashable, Sendable, CaseIterable {
  /// XMP, as Google and Adobe have it.
  case ultraHDR = "Ultra HDR"
  /// The standard: a segment in a JPEG, a "tmap" item in a HEIF file, a "jhgm" box in a JPEG XL.
  case iso = "ISO 21496-1"
  /// XMP and maker notes of Apple's devices.
  case apple = "Apple"

  /// The kinds that are read in photos of a format; of most formats none.
  package static func all(in format: PhotoFormat) -> [GainMapKind] {
    switch format {
    case .jpeg: allCases
    case .heic, .avif: [.iso, .apple]
    case .jxl: [.iso]
    case .png, .webp, .tiff, .raw: []
    }
  }
}
