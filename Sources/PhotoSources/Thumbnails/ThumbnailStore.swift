package import SystemPackage

/// The thumbnails on disk, which all programs of a desktop share, by the freedesktop thumbnail specification 0.9.
///
/// What other programs wrote there is used if it fits the photo's URI, modification time and size, and is trusted no
/// further: a regular file in the store itself, a PNG within the size's limits. Where writing fails, the thumbnail
/// isn't stored, silently.
package final class ThumbnailStore: Sendable {
  let folder: FilePath
  let program: String

  /// Reads and writes nothing yet.
  ///
  /// - Parameters:
  ///   - folder: `thumbnails` in the user's cache folder; made when the first thumbnail is stored.
  ///   - version: this program's; photos that failed to decode are remembered for it alone.
  package init(_ folder: FilePath, version: String) {
    self.folder = folder
    program = "collage-\(version)"
  }
}
