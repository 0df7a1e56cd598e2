package import PhotoCodecs
package import ReactiveTraits
package import SystemPackage

/// Saves collages into a library folder, under names made of their ids. Saving the same collage again changes nothing.
package struct LibraryWriter: PhotoWriter {
  package let library: PhotoLibrary
  /// Whether a file that has a collage's name and is none of ours may be replaced.
  private let replacesForeign: Bool

  private let sweep: FolderSweep

  /// - Parameter sweep: shared by writers that write one after the other.
  package init(_ library: PhotoLibrary, replacesForeign: Bool = false, sweep: FolderSweep = FolderSweep()) {
    self.library = library
    self.replacesForeign = replacesForeign
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
    Single.work { cancellation throws(PhotoWriterError) in
      let madeFolders: [FilePath]
      do throws(Errno) {
        madeFolders = try FileSystem.makeFolders(library.folder)
      } catch {
        throw error == .notDirectory ? .notAFolder(library.folder) : PhotoWriterError(error, writing: library.folder)
      }
      do throws(PhotoWriterError) {
        return try save(collage, cancellation, progress)
      } catch {
        FileSystem.removeFolders(madeFolders)
        throw error
      }
    }
  }

  /// Saves into the library's folder, which is there.
  private func save(
    _ collage: Collage, _ cancellation: Cancellation, _ progress: (Double) -> Void
  ) throws(PhotoWriterError) -> AssetID {
    let folder = library.folder
    sweep.sweep(folder)
    var pending = try PendingFile.create(in: folder)
    let id = try pending.encode(collage, for: folder, cancellation: cancellation, progress: progress)
    let target = library.path(of: id, collage.encoding.format)
    if try holds(target, id) { return id }
    try pending.publish(as: target, cancellation: cancellation) { old throws(PhotoWriterError) in
      // Another writer's copy of this very collage is as good as ours; a damaged one, even one of which nothing is left,
      // is replaced. Anything else is somebody's.
      let identity = old.identity
      if collage.inputs.contains(where: { $0.isSameFile(as: identity) }) { throw .isInput(target) }
      guard replacesForeign || (try? RecipeRecord.read(from: old)) != nil || old.holdsNothing else {
        throw .foreignAsset(target)
      }
    }
    return id
  }

  /// Whether the library has this collage already, intact.
  private func holds(_ target: FilePath, _ id: AssetID) throws(PhotoWriterError) -> Bool {
    guard let file = try PendingFile.existing(target), let digest = try? Digest(of: file) else { return false }
    return AssetID(digest) == id
  }
}
