internal import Files
internal import SystemPackage

/// The folder of a new album under a hidden name, where it gets its id. If it is not published,
/// nothing remains.
///
/// It is locked as long as its process lives, which distinguishes it from one left by a crash.
struct PendingAlbum: ~Copyable {
  let record: AlbumRecord
  private let library: OpenFolder
  private let folder: OpenFolder
  private let name: FilePath.Component
  private var isPublished = false

  deinit {
    if !isPublished { try? AlbumFolder.discard(folder, name, in: library) }
  }

  /// Attempts to make a folder that no sweep removes before it is locked.
  private static let maxTries = 16

  /// Makes the folder of an album without assets.
  ///
  /// - Parameter target: the name that it will have.
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
          // The umask may leave us no right to it.
          try? library.removeFolder(name)
          throw error
        }
        guard (try? FileSystem.lock(folder.descriptor)) != false else { continue }
        let album = PendingAlbum(record: record, library: library, folder: folder, name: name)
        try album.folder.write(record.fileContent, to: AlbumRecord.fileName)
        try album.folder.synchronise()
        return album
      } catch .noSuchFileOrDirectory, .fileExists {
        // A sweep took it for a leftover, or the name was taken.
        continue
      }
    }
    throw .ioError
  }

  /// Gives the folder its name, durably.
  ///
  /// - Throws: `fileExists` when the name is taken.
  mutating func publish(as target: AlbumName) throws(Errno) {
    try FileSystem.rename(
      library.path.appending(name), toFree: library.path.appending(target.component))
    isPublished = true
    do throws(Errno) {
      try library.synchronise()
    } catch {
      // It holds nothing yet.
      try? AlbumFolder.discard(folder, target.component, in: library)
      throw error
    }
  }
}
