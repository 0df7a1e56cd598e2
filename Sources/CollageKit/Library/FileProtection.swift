package import PhotoCodecs
package import SystemPackage

/// Knows which files may not be replaced when a collage is saved, in addition to its own photos.
/// Thread-safe.
package protocol FileProtection: Sendable {
  /// Throws if this file may not be replaced.
  ///
  /// - Parameters:
  ///   - target: its path, for messages.
  ///   - place: where the target really is, with links followed.
  func check(
    _ old: borrowing PhotoFile, replacedAt target: FilePath, place: FilePath
  ) throws(PhotoWriterError)

  /// Called before a file is written on a file system that treats several spellings of a name as
  /// the same.
  func add(written digest: Digest, size: Int, at path: FilePath)
}
