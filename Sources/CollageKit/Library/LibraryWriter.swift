package import Dispatch
package import PhotoCodecs
package import ReactiveTraits
package import SystemPackage

/// Saves collages into a library folder, under names made of their ids. Saving the same collage again changes nothing.
package struct LibraryWriter: PhotoWriter {
  package let library: PhotoLibrary

  /// Where collages are encoded and written.
  package var queue = DispatchQueue.writing
  private let sweep: FolderSweep

  /// - Parameter sweep: shared by writers that write one after the other.
  package init(_ library: PhotoLibrary, sweep: FolderSweep = FolderSweep()) {
    self.library = library
    self.sweep = sweep
  }

  package func path(of id: AssetID, _ format: PhotoFormat) -> FilePath { library.path(of: id, format) }

  package func check(besides inputs: [FileIdentity]) throws(PhotoWriterError) {
    guard let status = try? FileSystem.status(library.folder) else { return }
    if status.type != .directory { throw .notAFolder(library.folder) }
  }

  package func save(
    _ collage: Collage, progress: @escaping @Sendable (Double) -> Void
  ) -> Single<AssetID, PhotoWriterError> {
    Single.work(on: queue) { cancellation throws(PhotoWriterError) in
      let folder = library.folder
      do throws(Errno) {
        try FileSystem.makeFolders(folder)
      } catch {
        throw error == .notDirectory ? .notAFolder(folder) : PhotoWriterError(error, writing: folder)
      }
      sweep.sweep(folder)
      var pending = try PendingFile.create(for: folder.appending("collage"))
      let id = try pending.encode(collage, for: folder, cancellation: cancellation, progress: progress)
      let target = library.path(of: id, collage.encoding.format)
      if try holds(target, id) { return id }
      try pending.publish(as: target, cancellation: cancellation) { old throws(PhotoWriterError) in
        // Another writer's copy of this very collage is as good as ours; a damaged one, even one of which nothing is left,
        // is replaced. Anything else is somebody's.
        guard (try? RecipeRecord.read(from: old)) != nil || holdsNothing(old) else { throw .foreignAsset(target) }
      }
      return id
    }
  }

  /// Whether a file is empty or has nothing but zeros, as a crash leaves it.
  private func holdsNothing(_ file: borrowing PhotoFile) -> Bool {
    var offset = 0
    while let bytes = try? file.read(at: offset, count: 256 * 1024), bytes.allSatisfy({ $0 == 0 }) {
      if bytes.isEmpty { return true }
      offset += bytes.count
    }
    return false
  }

  /// Whether the library has this collage already, intact.
  private func holds(_ target: FilePath, _ id: AssetID) throws(PhotoWriterError) -> Bool {
    guard let file = try PendingFile.existing(target), let digest = try? Digest(of: file) else { return false }
    return AssetID(digest) == id
  }
}
