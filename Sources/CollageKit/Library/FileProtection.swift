package import PhotoCodecs
package import SystemPackage

/// Knows what else may not be replaced when a collage is saved, besides its own photos.
/// Thread-safe.
package protocol FileProtection: Sendable {
  /// Fails when this file may not be replaced.
  ///
  /// - Parameters:
  ///   - target: its path, for messages.
  ///   - place: where the target is in fact.
  func check(
    _ old: borrowing PhotoFile, replacedAt target: FilePath, place: FilePath
  ) throws(PhotoWriterError)

  /// Notes what is written, before it is, on a file system to which spellings of a name make no
  /// difference.
  func add(written digest: Digest, size: Int, at path: FilePath)
}
