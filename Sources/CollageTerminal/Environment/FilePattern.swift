internal import Files
internal import Glibc
internal import PhotoSources
package import SystemPackage

/// Shell patterns for files, such as `Rome/*.jpg`.
package enum FilePattern {
  /// Whether a path has a sign that stands for others.
  package static func isOne(_ path: FilePath) -> Bool {
    path.bytes.contains { [UInt8(ascii: "*"), UInt8(ascii: "?")].contains($0) }
  }

  /// What a pattern matches, in natural order.
  package static func matches(_ pattern: FilePath) -> [FilePath] {
    var found = unsafe glob_t()
    defer { unsafe globfree(&found) }
    guard unsafe pattern.withPlatformString({ unsafe glob($0, 0, nil, &found) }) == 0 else {
      return []
    }
    return unsafe (0..<Int(found.gl_pathc))
      .compactMap { index in
        unsafe found.gl_pathv[index].map { unsafe FilePath(platformString: $0) }
      }
      .sortedNaturally { $0 }
  }
}
