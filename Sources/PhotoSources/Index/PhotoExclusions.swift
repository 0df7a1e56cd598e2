internal import Files
internal import Glibc
package import SystemPackage

/// What a search through folders leaves out: the collages of this program, and files and folders
/// with names of what holds no photos of anyone, or that the user doesn't want. A folder that the
/// user named is searched whatever it is called.
package struct PhotoExclusions: Sendable {
  /// A folder with a file of this name is left out with all that is in it, as on Android.
  package static let marker = ".nomedia"

  /// In lower case: thumbnails, bins and snapshots of network storage, of Windows, macOS and of
  /// file systems.
  private static let names = Set(
    [
      "@eadir", "#recycle", "@recycle", "#snapshot", "@recently-snapshot", "$recycle.bin",
      "recycler", "system volume information", "__macosx", "lost+found",
    ].map { Array($0.utf8) })

  /// In lower case: the ends of files that another program made before it changed them, or hasn't
  /// fetched to their ends yet; and those of folders that are a program's own store of copies and
  /// previews, such as Apple's libraries and Lightroom's.
  private static let ends = [
    "~", ".part", ".partial", ".crdownload", ".download", ".photoslibrary", ".photolibrary",
    ".aplibrary", ".migratedphotolibrary", ".lrdata", ".lrlibrary", ".imovielibrary", ".cocatalog",
  ].map { Array($0.utf8) }

  /// fnmatch's flag for any case, `FNM_CASEFOLD`, which is an extension of glibc.
  private static let anyCase: Int32 = 1 << 4

  private let patterns: [FilePath]
  /// Whether pictures that this program made are taken, too.
  package let takesCollages: Bool

  /// - Parameters:
  ///   - patterns: as a shell's, such as `*_edited*`, for whole names in any case.
  ///   - takesCollages: whether pictures that this program made are taken, too.
  package init(_ patterns: [FilePath] = [], takesCollages: Bool = false) {
    self.patterns = patterns
    self.takesCollages = takesCollages
  }

  /// Whether the user named any pattern.
  var hasPatterns: Bool { !patterns.isEmpty }

  /// Whether a file or folder of this name, byte for byte, is left out.
  package func excludes(_ name: [UInt8]) -> Bool {
    let folded = name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return Self.names.contains(folded)
      || Self.ends.contains { folded.count > $0.count && folded.suffix($0.count) == $0[...] }
      || patterns.contains { Self.matches(name, $0) }
  }

  private static func matches(_ name: [UInt8], _ pattern: FilePath) -> Bool {
    unsafe FilePath(bytes: name).withPlatformString { name in
      unsafe pattern.withPlatformString { unsafe fnmatch($0, name, anyCase) }
    } == 0
  }
}
