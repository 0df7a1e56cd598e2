package import Files
package import PhotoCodecs
package import ReactiveTraits
internal import SystemPackage

/// Saves into a library folder, under names made of their ids. Saving the same collage
/// again changes nothing.
package struct LibraryWriter: PhotoWriter {
  package let library: PhotoLibrary
  /// Whether a foreign or changed file with a collage's name may be replaced.
  private let replacesForeign: Bool
  /// Where a changed file of the same collage is moved to; nil to leave it and fail.
  private let trash: Trash?

  /// A collage of the library whose file was renamed, which needn't be saved again.
  private let renamed: Asset?
  private let sweep: FolderSweep
  private let protection: (any FileProtection)?

  /// - Parameters:
  ///   - sweep: shared by writers that run one after the other.
  ///   - needed: further files that must not be replaced; nil for none.
  ///   - trash: where a file of the same collage is moved to that was changed since it was saved;
  ///     nil to leave it and fail.
  ///   - old: an asset that needn't be saved again if it is the same collage under another name.
  package init(
    _ library: PhotoLibrary, replacesForeign: Bool = false, sweep: FolderSweep = FolderSweep(),
    protecting needed: (any FileProtection)? = nil, movingChangedTo trash: Trash? = nil,
    besides old: Asset? = nil
  ) {
    self.library = library
    self.trash = trash
    renamed = old?.renamed == nil ? nil : old
    self.replacesForeign = replacesForeign
    self.sweep = sweep
    protection = needed
  }

  package func check(protecting inputs: [FileIdentity]) throws(PhotoWriterError) {
    do throws(Errno) {
      if try library.folder.stat().type != .directory { throw .notDirectory }
    } catch .notDirectory {
      throw .notAFolder(library.folder)
    } catch .noSuchFileOrDirectory {
      // Another writer may have created the folder meanwhile.
      if FileSystem.isLink(library.folder) { throw .danglingLink(library.folder) }
    } catch {
      throw PhotoWriterError(error, writing: library.folder)
    }
  }

  package func save(
    _ content: some Savable, progress: @escaping @Sendable (Double) -> Void
  ) -> Single<SavedAsset, PhotoWriterError> {
    Single.work { cancellation throws(PhotoWriterError) in
      let madeFolders = try rethrowing(
        FileSystem.makeFolders(library.folder), PhotoWriterError.init(making:))
      do throws(PhotoWriterError) {
        return try save(content, cancellation, progress)
      } catch {
        FileSystem.removeFolders(madeFolders)
        throw error
      }
    }
  }

  /// Saves into the library's folder, which must exist.
  private func save(
    _ content: some Savable, _ cancellation: Cancellation, _ progress: (Double) -> Void
  ) throws(PhotoWriterError) -> SavedAsset {
    let folder = library.folder
    sweep.sweep(folder)
    var pending = try PendingFile.create(in: folder)
    let id = try pending.encode(
      content, for: folder, cancellation: cancellation, progress: progress)
    let target = library.path(of: id.short, content.format)
    var asset = SavedAsset(id: id, path: target, bytes: pending.size)
    if try holds(asset, cancellation) { return asset }
    if let renamed, renamed.id == id.short {
      let old = SavedAsset(id: id, path: renamed.path, bytes: asset.bytes)
      if try holds(old, cancellation) { return old }
    }
    do throws(PhotoWriterError) {
      try publish(&pending, asset, content, cancellation)
    } catch {
      guard case .changedAsset = error, let trash, let old = Asset(asset, in: library) else {
        throw error
      }
      try publish(&pending, asset, content, cancellation, movingAway: old, to: trash)
    }
    asset.note = pending.warning
    return asset
  }

  private func publish(
    _ pending: inout PendingFile, _ asset: SavedAsset, _ content: some Savable,
    _ cancellation: Cancellation
  ) throws(PhotoWriterError) {
    let target = asset.path
    try pending.publish(as: target, cancellation: cancellation) { old throws(PhotoWriterError) in
      // Another writer's copy of this collage may be replaced, and so may an empty file. Anything
      // else may be one of the user's files, or his work on this collage.
      try old.checkUnneeded(
        at: target, place: target, protecting: content.inputs, content.inputDigests, protection)
      if replacesForeign { return }
      try checkReplaceable(old, asset, cancellation)
    }
  }

  /// Publishes the file after moving the one that has its name to the trash; if that fails, brings
  /// it back. The new file takes its place in the albums.
  private func publish(
    _ pending: inout PendingFile, _ asset: SavedAsset, _ content: some Savable,
    _ cancellation: Cancellation, movingAway old: Asset, to trash: Trash
  ) throws(PhotoWriterError) {
    let albums: [Album]
    do throws(LibraryError) {
      albums = try library.albums(holding: old, of: library.albums())
      try library.remove([old], to: trash, from: albums, cancellation)
    } catch {
      throw .changedAsset(old.path)
    }
    do throws(PhotoWriterError) {
      try publish(&pending, asset, content, cancellation)
    } catch {
      _ = library.bringBack(.lastRemoval, from: trash) { _ in }.wait()
      throw error
    }
    for album in albums {
      do throws(LibraryError) {
        try library.link(old, to: album)
      } catch {
        throw .notInAlbum(asset.path, album.name, error)
      }
    }
  }

  private func checkReplaceable(
    _ old: borrowing PhotoFile, _ asset: SavedAsset, _ cancellation: Cancellation
  ) throws(PhotoWriterError) {
    let isBlank = try rethrowing(old.isBlank { cancellation.isCancelled }) {
      PhotoWriterError(reading: asset.path, $0)
    }
    if isBlank { return }
    guard try old.hasRecipe(at: asset.path) else { throw .foreignAsset(asset.path) }
    let id = try rethrowing(old.sealedID { cancellation.isCancelled }) {
      PhotoWriterError(reading: asset.path, $0)
    }
    guard let id else { throw .changedAsset(asset.path) }
    if id != asset.id { throw .misnamedAsset(asset.path) }
  }

  /// Whether the library already has an intact copy of this collage, possibly behind a symbolic
  /// link.
  private func holds(_ asset: SavedAsset, _ cancellation: Cancellation) throws(PhotoWriterError)
    -> Bool
  {
    do throws(PhotoWriterError) {
      guard let file = try PendingFile.existing(asset.path) else { return false }
      return try isIntact(asset, file, cancellation)
    } catch .link {
      guard let file = try? PhotoFile.open(asset.path), try isIntact(asset, file, cancellation)
      else {
        throw .assetLink(asset.path)
      }
      return true
    }
  }

  private func isIntact(
    _ asset: SavedAsset, _ file: borrowing PhotoFile, _ cancellation: Cancellation
  ) throws(PhotoWriterError) -> Bool {
    if file.size != asset.bytes { return false }
    return try rethrowing(
      Digest(of: file, isCancelled: { cancellation.isCancelled }) == asset.id.digest
    ) {
      PhotoWriterError(reading: asset.path, $0)
    }
  }
}

extension PhotoWriterError {
  init(reading path: FilePath, _ error: CodecError) {
    self = error == .cancelled ? .cancelled : .cannotRead(path, error)
  }

  package init(making error: FolderError) {
    switch error.errno {
    case .fileExists: self = .danglingLink(error.path)
    case .notDirectory: self = .notAFolder(error.path)
    case .noSuchFileOrDirectory: self = .cannotCreate(error.path, error.errno)
    default: self.init(error.errno, writing: error.path)
    }
  }
}
