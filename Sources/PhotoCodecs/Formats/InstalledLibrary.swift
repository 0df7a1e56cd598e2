internal import CPhotoCodecs

/// The names and versions of the libraries that the program is linked with, as they run: "libpng
/// 1.6.39".
package enum InstalledLibrary {
  package static var jpeg: String { unsafe String(cString: cphoto_jpeg_version()) }
  package static var png: String { unsafe "libpng \(String(cString: cphoto_png_version()))" }
  package static var zlib: String { unsafe "zlib \(String(cString: cphoto_zlib_version()))" }

  /// Whether ISA-L inflates PNGs, faster than zlib.
  package static var usesISAL: Bool { cpng_fast_path() == .used }

  package static var littleCMS: String {
    // 2140 is version 2.14, and so is 2141, which is 2.14.1.
    let version = Int(cphoto_lcms_version())
    let (major, minor, patch) = (version / 1000, version % 1000 / 10, version % 10)
    return "Little CMS \(major).\(minor)" + (patch == 0 ? "" : ".\(patch)")
  }
}
