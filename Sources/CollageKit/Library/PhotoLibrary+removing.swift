package import ReactiveTraits
internal import SystemPackage

/// What becomes of assets that are removed.
package enum AssetDisposal: Hashable, Sendable {
  case deleted
  /// Moved to the desktop's trash, from which `bringBack` takes them.
  case trashed(Trash, AssetRemoval)
}

extension PhotoLibrary {
  /// Removes an asset's file, and takes it out of its albums first, so that no link is left without its file.
  ///
  /// Reads the whole folder to find the albums, unless they are given. When the program is killed in between, a removal
  /// to the trash is undone by `bringBack`.
  ///
  /// - Parameters:
  ///   - albums: the library's albums, where the caller knows them.
  ///   - cancellation: respected until the removal begins.
  /// - Returns: false, and nothing is removed, when it was cancelled.
  /// - Throws: `notOurs` for a file that has an asset's name but shows no sign of being a collage; `noTrash`,
  ///   `cannotRemove`, `notDurable`, `failed`.
  @discardableResult
  package func remove(
    _ asset: Asset, _ disposal: AssetDisposal = .deleted, from albums: [Album]? = nil,
    cancellation: Cancellation = Cancellation()
  ) throws(LibraryError) -> Bool {
    guard try asset.isOurs() else { throw .notOurs(asset.path) }
    let albums = if let albums { albums } else { try self.albums() }
    let holders = try self.albums(holding: asset, of: albums)
    let step = try RemovalStep(asset, disposal, from: holders)
    NotedTemporary.beginCommit()
    defer { NotedTemporary.endCommit() }
    if cancellation.isCancelled {
      step.takeBack()
      return false
    }
    do throws(LibraryError) {
      for album in holders { try opened(album).take(asset) }
      try step.remove()
    } catch {
      // As it was before.
      for album in holders { try? link(asset, to: album) }
      step.takeBack()
      throw error
    }
    try step.synchronise(folder)
    // Another program may have put it into one at the same moment.
    for album in albums { _ = try? opened(album).take(asset) }
    return true
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
        if case .link = try open.kind(of: asset.name) { holding.append(album) }
      } catch {
        throw LibraryError(error, at: album.path)
      }
    }
    return holding
  }
}

/// The removal of one file.
private struct RemovalStep {
  let asset: Asset
  /// Nil when the file is deleted.
  var trash: (folder: TrashFolder, name: FilePath.Component)?

  /// Writes the note for the trash.
  init(_ asset: Asset, _ disposal: AssetDisposal, from albums: [Album]) throws(LibraryError) {
    self.asset = asset
    guard case .trashed(let trash, let removal) = disposal else { return }
    do throws(TrashFault) {
      let folder = try FilePath.resolvedFolder(of: asset)
      let trash = try trash.open(for: folder)
      let note = TrashNote(path: folder.appending(asset.name), removal: removal, albums: albums.map(\.id))
      self.trash = (trash, try trash.reserve(note))
    } catch {
      if case .failed(let path, let errno) = error, errno.tellsOfLimits { throw .failed(path, errno) }
      throw .noTrash(asset.path, error)
    }
  }

  func takeBack() {
    if let trash { try? trash.folder.removeNote(trash.name) }
  }

  func remove() throws(LibraryError) {
    do throws(Errno) {
      if let trash {
        try trash.folder.move(asset.path, to: trash.name)
      } else {
        try FileSystem.remove(asset.path)
      }
    } catch {
      switch error {
      case .permissionDenied, .notPermitted, .readOnlyFileSystem: throw .cannotRemove(asset.path, error)
      case .improperLink: throw .noTrash(asset.path, .failed(trash?.folder.path ?? asset.path, error))
      default: throw LibraryError(error, at: asset.path)
      }
    }
  }

  func synchronise(_ library: FilePath) throws(LibraryError) {
    do throws(Errno) {
      try trash?.folder.synchronise()
      try FileSystem.synchroniseFolder(library)
    } catch {
      throw .notDurable(asset.path, error)
    }
  }
}

extension FilePath {
  /// An asset's folder without links.
  fileprivate static func resolvedFolder(of asset: Asset) throws(TrashFault) -> FilePath {
    do throws(Errno) {
      return try FileSystem.resolved(asset.path.folder)
    } catch {
      throw .failed(asset.path.folder, error)
    }
  }
}

extension Errno {
  /// Whether the system had too little of something, so that another way would be no remedy.
  fileprivate var tellsOfLimits: Bool {
    [.tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory].contains(self)
  }
}
