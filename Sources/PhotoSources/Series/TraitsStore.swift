internal import Files
internal import PhotoCodecs
internal import Synchronization
package import SystemPackage

/// Keeps the traits of photos on disk: a file for each folder, which holds its photos' by name and
/// by the state of their files.
///
/// Files of other versions and damaged ones are ignored. What was not used for longest is removed
/// when all of it gets too large. If writing fails, nothing is stored, silently.
package final class TraitsStore: Sendable {
  /// The maximum size of one folder's file, in bytes: enough for some 120,000 photos.
  private static let maxFileBytes = 640 << 20
  /// The maximum size of all files together, in bytes.
  private static let maxBytes = 1 << 30

  private let folder: FilePath

  /// Reads and writes nothing yet.
  ///
  /// - Parameter folder: created when the first traits are stored.
  package init(_ folder: FilePath) { self.folder = folder }

  /// What is stored about the photos in a folder.
  ///
  /// - Parameter path: from the root, byte for byte.
  func record(of path: [UInt8]) -> TraitsRecord {
    guard let folder = try? OpenFolder.openPrivate(folder),
      let bytes = try? folder.read(Self.name(path), limit: Self.maxFileBytes),
      let record = TraitsRecord(bytes, of: path)
    else { return TraitsRecord() }
    folder.touch(Self.name(path))
    return record
  }

  /// Stores a folder's record in place of the one before.
  func store(_ record: TraitsRecord, of path: [UInt8]) {
    let bytes = record.bytes(of: path)
    guard bytes.count <= Self.maxFileBytes, let folder = try? OpenFolder.makePrivate(folder),
      (try? folder.replace(
        Self.name(path), with: bytes, by: CacheFolder.Names.random(), in: folder)) != nil
    else { return }
    CacheFolder(self.folder, .digests).removeOldest(above: Self.maxBytes) { $0.size }
  }

  private static func name(_ path: [UInt8]) -> FilePath.Component {
    var hash = SHA256()
    hash.update(path)
    return FilePath.Component(Digest(hash).hexadecimal)!
  }
}
