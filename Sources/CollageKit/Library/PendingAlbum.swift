internal import Files
internal import SystemPackage

/// The folder of a new album under a hidden name, where it gets its id. Unless it is published,
/// nothing of it is left behind.
///
/// It is locked while its process lives, which distinguishes it from a folder left by a crash.
struct PendingAlbum: ~Copyable {
  let record: AlbumRecord
  private let library: OpenFolder
  private let folder: OpenFolder
  private let name: FilePath.Component
  private var isPublished = false

  deinit {
    if !isPublished { try? AlbumFolder.discard(folder, name, in: library) }
  }

  /// How often to try to create a folder that no sweep removes before it is locked.
  private static let maxTries = 16

  /// Creates the folder of an album without assets.
  ///
  /// - Parameter target: the name that it will get.
  static func create(for target: AlbumName, in path: FilePath) throws(Errno) -> PendingAlbum {
    let record = AlbumRecord(id: AlbumID(), name: target)
    for _ in 1...maxTries {
      let library = try OpenFolder.open(path)
      let name = TemporaryFileName.random()
      do throws(Errno) {
        try library.makeFolder(name)
        let folder: OpenFolder
        do throws(Errno) {
          folder = try library.folder(name)
        } catch {
          // The umask may not let us open it.
          try? library.removeFolder(name)
          throw error
        }
        guard (try? FileSystem.lock(folder.descriptor)) != false else { continue }
        let album = PendingAlbum(record: record, library: library, folder: folder, name: name)
        try album.folder.write(record.fileContent, to: AlbumRecord.fileName)
        try album.folder.synchronise()
        return album
      } catch .noSuchFileOrDirectory, .fileExists {
        // A sweep removed it as a leftover, or the name was taken.
        continue
      }
    }
    throw .ioError
  }

  /// Gives the folder its final name, durably.
  ///
  /// - Throws: `fileExists` when the name is taken.
  mutating func publish(as target: AlbumName) throws(Errno) {
    try FileSystem.rename(
      library.path.appending(name), toFree: library.path.appending(target.component))
    isPublished = true
    do throws(Errno) {
      try library.synchronise()
    } catch {
      // The album is still empty.
      try? AlbumFolder.discard(folder, target.component, in: library)
      throw error
    }
  }
}
