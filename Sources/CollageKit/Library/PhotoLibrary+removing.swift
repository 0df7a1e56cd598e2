internal import Files
internal import PhotoCodecs
package import ReactiveTraits
internal import SystemPackage

/// An asset that was removed.
package struct RemovedAsset: Hashable, Sendable {
  package let asset: Asset
  /// The file's size in bytes; nil if it no longer existed.
  package let bytes: Int?
}

extension PhotoLibrary {
  /// Removes assets' files, each after taking it out of its albums, so that no link is left without
  /// its file: finished; or a failure, and then those that were reported are removed. Cold; works
  /// on a background queue, or on the waiting thread.
  ///
  /// All of them are one removal, which `bringBack` undoes as a whole, even if the program is
  /// killed in the middle. Other removals, and `bringBack`, wait for it to end.
  ///
  /// Fails with `notOurs` for a file that has an asset's name but no sign of being a collage;
  /// `noTrash`, `busy`, `cannotRemove`, `notDurable`, `failed`, `cancelled`.
  ///
  /// - Parameters:
  ///   - trash: where they are moved to; nil to delete them.
  ///   - report: called with each removed asset, on the same queue; returns false to stop.
  package func removal(
    of assets: [Asset], to trash: Trash?, _ report: @escaping @Sendable (RemovedAsset) -> Bool
  ) -> Completable<LibraryError> {
    Completable.work { cancellation throws(LibraryError) in
      try remove(assets, to: trash, from: albums(), cancellation, report)
    }
  }

  /// Removes assets on the calling thread, given all the library's albums; otherwise like
  /// `removal`.
  func remove(
    _ assets: [Asset], to trash: Trash? = nil, from albums: [Album],
    _ cancellation: Cancellation = Cancellation(),
    _ report: (RemovedAsset) -> Bool = { _ in true }
  ) throws(LibraryError) {
    guard let first = assets.first else { return }
    let place = try trash.map { trash throws(LibraryError) in try RemovalPlace(trash, for: first) }
    defer { takeOut(Set(assets.map(\.name))) }
    for asset in assets {
      let bytes = try asset.bytes()
      try remove(asset, to: place, from: albums, cancellation)
      if !report(RemovedAsset(asset: asset, bytes: bytes)) { return }
    }
  }

  /// Removes an asset after another one was saved to replace it, but only once the new one is
  /// certainly on the disk, even if it existed before. The new one first takes the old one's place
  /// in its albums.
  ///
  /// - Parameter trash: where the old one is moved to.
  /// - Throws: like `remove`; the old asset may then still exist.
  package func remove(
    _ old: Asset, replacedBy new: SavedAsset, to trash: Trash
  ) throws(LibraryError) {
    guard old.id != new.id.short else { return }
    let file = try rethrowing(PhotoFile.open(new.path)) { LibraryError(opening: new.path, $0) }
    do throws(Errno) {
      // If files can't be synchronised one by one, synchronise all of them.
      if try !FileSystem.synchroniseIfSupported(file.descriptor) {
        try FileSystem.synchroniseAll(file.descriptor)
      }
      try FileSystem.synchroniseFolder(folder)
    } catch {
      throw LibraryError(error, at: new.path)
    }
    let albums = try albums()
    if let made = Asset(new, in: self) {
      for album in try self.albums(holding: old, of: albums) { try link(made, to: album) }
    }
    try remove([old], to: trash, from: albums)
  }

  private func remove(
    _ asset: Asset, to place: RemovalPlace?, from albums: [Album], _ cancellation: Cancellation
  ) throws(LibraryError) {
    guard try asset.isOurs(isCancelled: { cancellation.isCancelled }) else {
      throw .notOurs(asset.path)
    }
    let holders = try self.albums(holding: asset, of: albums)
    let step = try RemovalStep(asset, to: place, from: holders)
    NotedTemporary.beginCommit()
    defer { NotedTemporary.endCommit() }
    do throws(LibraryError) {
      if cancellation.isCancelled { throw .cancelled }
      for album in holders { try opened(album).take(asset) }
      try step.remove()
    } catch {
      // Restore the albums; if that fails, the note stays and `bringBack` can do it.
      let isAsBefore = holders.allSatisfy { (try? link(asset, to: $0)) != nil }
      if isAsBefore { step.takeBack() }
      throw error
    }
    try step.synchronise(folder)
  }

  /// Removes files that no longer exist from albums that other programs put them into meanwhile.
  private func takeOut(_ names: Set<FilePath.Component>) {
    for album in (try? albums()) ?? [] {
      for asset in (try? assets(in: album)) ?? [] where names.contains(asset.name) {
        if (try? FileSystem.exists(asset.path)) == false { _ = try? opened(album).take(asset) }
      }
    }
  }

  /// The albums, among those given, that an asset is in.
  func albums(holding asset: Asset, of albums: [Album]) throws(LibraryError) -> [Album] {
    // A renamed copy beside the original isn't what albums hold.
    let original = Asset(id: asset.id, format: asset.format, in: folder)
    if asset != original, try original.bytes() != nil { return [] }
    var holding: [Album] = []
    for album in albums {
      let open: AlbumFolder
      do throws(LibraryError) {
        open = try opened(album)
      } catch .noAlbum {
        // Renamed or removed since the albums were listed.
        return try self.albums(holding: asset, of: self.albums())
      }
      do throws(Errno) {
        if try open.holds(asset) { holding.append(album) }
      } catch {
        throw LibraryError(error, at: album.path)
      }
    }
    return holding
  }
}

/// Where the assets of one removal are moved to.
private struct RemovalPlace {
  let trash: TrashFolder
  /// The library's folder with all links resolved.
  let folder: FilePath
  let removal: AssetRemoval

  /// - Parameter asset: the first one, for the message.
  init(_ trash: Trash, for asset: Asset) throws(LibraryError) {
    do throws(TrashFault) {
      folder = try Trash.resolved(asset.path.folder)
      self.trash = try trash.open(for: folder)
      removal = AssetRemoval(
        after: try self.trash.notes(beginning: AssetFileName.prefix).map(\.note.removal))
    } catch {
      throw LibraryError(removing: asset, error)
    }
  }
}

/// The removal of one file.
private struct RemovalStep {
  let asset: Asset
  /// Nil if the file is deleted.
  private var trashed: TrashEntry?

  private struct TrashEntry {
    let trash: TrashFolder
    let name: FilePath.Component
    let note: TrashNote
  }

  /// Writes the note for the trash.
  init(_ asset: Asset, to place: RemovalPlace?, from albums: [Album]) throws(LibraryError) {
    self.asset = asset
    guard let place else { return }
    let note = TrashNote(
      path: place.folder.appending(asset.renamed ?? asset.name), removal: place.removal,
      albums: albums.map(\.id))
    let name = try rethrowing(place.trash.reserve(note, as: asset.name)) {
      LibraryError(removing: asset, $0)
    }
    trashed = TrashEntry(trash: place.trash, name: name, note: note)
  }

  func takeBack() {
    if let trashed { try? trashed.trash.removeNote(trashed.name) }
  }

  func remove() throws(LibraryError) {
    do throws(Errno) {
      if let trashed {
        try trashed.trash.move(asset.path, to: trashed.name, trashed.note)
      } else {
        try FileSystem.remove(asset.path)
      }
    } catch {
      switch error {
      case .permissionDenied, .notPermitted, .readOnlyFileSystem:
        throw .cannotRemove(asset.path, error)
      case .improperLink:
        throw .noTrash(asset.path, .failed(trashed?.trash.path ?? asset.path, error))
      default: throw LibraryError(error, at: asset.path)
      }
    }
  }

  func synchronise(_ library: FilePath) throws(LibraryError) {
    do throws(Errno) {
      try trashed?.trash.synchronise()
      try FileSystem.synchroniseFolder(library)
    } catch {
      throw .notDurable(asset.path, error)
    }
  }
}

extension LibraryError {
  fileprivate init(removing asset: Asset, _ fault: TrashFault) {
    switch fault {
    case .busy: self = .busy(asset.path.folder)
    case .failed(let path, let errno) where errno.isOfLimit: self = .failed(path, errno)
    case .noPlace, .notOwned, .failed: self = .noTrash(asset.path, fault)
    }
  }
}

extension Errno {
  /// Whether the system is short of something, so that trying another way would not help.
  fileprivate var isOfLimit: Bool {
    [.tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory].contains(self)
  }
}
