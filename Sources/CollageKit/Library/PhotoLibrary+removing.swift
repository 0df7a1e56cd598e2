internal import Files
internal import PhotoCodecs
package import ReactiveTraits
internal import SystemPackage

/// An asset that was removed.
package struct RemovedAsset: Hashable, Sendable {
  package let asset: Asset
  /// The file's size; nil when it was gone already.
  package let bytes: Int?
}

extension PhotoLibrary {
  /// Removes assets' files, and takes them out of their albums first, so that no link is left
  /// without its file: finished; or a failure, and then those that were reported are removed. Cold;
  /// works on a background queue, or on the thread that waits for it.
  ///
  /// All are one removal, which `bringBack` undoes as a whole, also when the program is killed in
  /// between. Other removals wait for its end, and so does `bringBack`.
  ///
  /// Fails with `notOurs` for a file that has an asset's name but shows no sign of being a collage;
  /// `noTrash`, `busy`, `cannotRemove`, `notDurable`, `failed`, `cancelled`.
  ///
  /// - Parameters:
  ///   - trash: where they are moved to; nil to delete them.
  ///   - report: called with each asset that is gone, on the same queue. Returns false to stop.
  package func removal(
    of assets: [Asset], to trash: Trash?, _ report: @escaping @Sendable (RemovedAsset) -> Bool
  ) -> Completable<LibraryError> {
    Completable.work { cancellation throws(LibraryError) in
      try remove(assets, to: trash, from: albums(), cancellation, report)
    }
  }

  /// The same at once, with all the library's albums.
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

  /// Removes an asset after another one was saved in its place: only once that is on the disk for
  /// certain, also where it was there already. The new one takes the old one's place in its albums
  /// first.
  ///
  /// - Throws: as `remove` does; then the old asset may still be there.
  package func remove(_ old: Asset, replacedBy new: SavedAsset) throws(LibraryError) {
    guard old.id != new.id.short else { return }
    let file = try rethrowing(PhotoFile.open(new.path)) { LibraryError(opening: new.path, $0) }
    do throws(Errno) {
      // Where files can't be synchronised one by one, all of them are.
      if try !FileSystem.synchroniseIfSupported(file.descriptor) {
        try FileSystem.synchroniseAll(file.descriptor)
      }
      try FileSystem.synchroniseFolder(folder)
    } catch {
      throw LibraryError(error, at: new.path)
    }
    let albums = try albums()
    if let name = new.path.lastComponent, let made = Asset(name, in: folder) {
      for album in try self.albums(holding: old, of: albums) { try link(made, to: album) }
    }
    try remove([old], from: albums)
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
      // As it was before; `bringBack` puts right what can't be.
      let isAsBefore = holders.allSatisfy { (try? link(asset, to: $0)) != nil }
      if isAsBefore { step.takeBack() }
      throw error
    }
    try step.synchronise(folder)
  }

  /// Takes files that are gone out of albums that other programs put them into meanwhile.
  private func takeOut(_ names: Set<FilePath.Component>) {
    for album in (try? albums()) ?? [] {
      for asset in (try? assets(in: album)) ?? [] where names.contains(asset.name) {
        if (try? FileSystem.exists(asset.path)) == false { _ = try? opened(album).take(asset) }
      }
    }
  }

  /// Those of the albums that an asset is in.
  func albums(holding asset: Asset, of albums: [Album]) throws(LibraryError) -> [Album] {
    var holding: [Album] = []
    for album in albums {
      let open: AlbumFolder
      do throws(LibraryError) {
        open = try opened(album)
      } catch .noAlbum {
        // Renamed or removed since it was listed.
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

/// Where the assets of one removal go.
private struct RemovalPlace {
  let trash: TrashFolder
  /// The library's folder without links.
  let folder: FilePath
  let removal: AssetRemoval

  /// - Parameter asset: the first of them, for the message.
  init(_ trash: Trash, for asset: Asset) throws(LibraryError) {
    do throws(TrashFault) {
      folder = try Trash.resolved(asset.path.folder)
      self.trash = try trash.open(for: folder)
      removal = AssetRemoval(
        after: try self.trash.notes(beginning: Asset.prefix).map(\.note.removal))
    } catch {
      throw LibraryError(removing: asset, error)
    }
  }
}

/// The removal of one file.
private struct RemovalStep {
  let asset: Asset
  /// Nil when the file is deleted.
  private var trashed: (trash: TrashFolder, name: FilePath.Component, note: TrashNote)?

  /// Writes the note for the trash.
  init(_ asset: Asset, to place: RemovalPlace?, from albums: [Album]) throws(LibraryError) {
    self.asset = asset
    guard let place else { return }
    let note = TrashNote(
      path: place.folder.appending(asset.name), removal: place.removal, albums: albums.map(\.id))
    let name = try rethrowing(place.trash.reserve(note)) { LibraryError(removing: asset, $0) }
    trashed = (place.trash, name, note)
  }

  func takeBack() {
    if let trashed { try? trashed.trash.removeNote(trashed.name) }
  }

  func remove() throws(LibraryError) {
    do throws(Errno) {
      if let (trash, name, note) = trashed {
        try trash.move(asset.path, to: name, note)
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
    case .noPlace, .unsafe, .failed: self = .noTrash(asset.path, fault)
    }
  }
}

extension Errno {
  /// Whether the system had too little of something, so that another way would be no remedy.
  fileprivate var isOfLimit: Bool {
    [.tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory].contains(self)
  }
}
