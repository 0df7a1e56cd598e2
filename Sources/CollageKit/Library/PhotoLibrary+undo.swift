internal import Files
internal import PhotoCodecs
package import ReactiveTraits
internal import SystemPackage

/// An asset that was brought back from the trash.
package struct RestoredAsset: Hashable, Sendable {
  package let asset: Asset
  /// How many of the albums that it was in no longer exist.
  package let missingAlbums: Int
}

/// Which assets to bring back from the trash.
package enum TrashedAssets: Hashable, Sendable {
  /// The assets of this library in its last removal.
  case lastRemoval
  /// Those of this library whose ids begin so; of one that was removed several times, the last.
  case named([AssetIDPrefix])
  /// All collages without a note, which may come from any library.
  case withoutNote
}

extension PhotoLibrary {
  /// Brings assets back from the trash and into the albums that they were in: finished; or a
  /// failure. Never replaces a file. Cold; works on a background queue, or on the waiting thread.
  ///
  /// Waits for a running removal to end.
  ///
  /// Fails with `nothingToUndo`, `notInTrash`, `ambiguous`, `busy`; with the first failure if some
  /// could not be brought back, or not into their albums, after all others were; with `cancelled`.
  /// Calling it again continues with what is left.
  ///
  /// - Parameter report: called with each asset that is back, on the same queue.
  package func bringBack(
    _ assets: TrashedAssets, from trash: Trash,
    _ report: @escaping @Sendable (RestoredAsset) -> Void
  ) -> Completable<LibraryError> {
    Completable.work { cancellation throws(LibraryError) in
      let folders = try rethrowing(trash.existing(for: Trash.resolved(folder)), failure)
      switch assets {
      case .lastRemoval:
        for removal in try rethrowing(removals(in: folders), failure) {
          if try bringBack(removal, cancellation, report) { return }
        }
        throw .nothingToUndo(
          folder, withoutNote: try rethrowing(assetsWithoutNote(in: folders), failure).count)
      case .named(let prefixes):
        let all = try rethrowing(removals(in: folders), failure).flatMap(\.self)
        let found = try prefixes.uniqued().map { prefix throws(LibraryError) in
          try trashed(prefix, among: all)
        }
        guard try bringBack(found, cancellation, report) else {
          throw .notInTrash(prefixes[0], folder)
        }
      case .withoutNote:
        let found = try rethrowing(assetsWithoutNote(in: folders), failure)
        guard try bringBack(found, cancellation, report) else {
          throw .nothingToUndo(folder, withoutNote: 0)
        }
      }
    }
  }

  /// A removed asset.
  private struct TrashedAsset {
    /// Where it was, and will be again.
    let asset: Asset
    let trash: TrashFolder
    let name: FilePath.Component
    /// Nil if the note is lost.
    let note: TrashNote?
    /// Whether the file is in the trash. If not, it is in the library, because a removal or its
    /// undoing was interrupted.
    let isInTrash: Bool

    var file: FilePath { trash.file(name) }
  }

  /// The error if the trash can't be searched.
  private func failure(_ fault: TrashFault) -> LibraryError {
    switch fault {
    case .busy: .busy(folder)
    case .noPlace, .notOwned, .failed(folder, .noSuchFileOrDirectory):
      .nothingToUndo(folder, withoutNote: 0)
    case .failed(let path, let errno): LibraryError(errno, at: path)
    }
  }

  /// The assets of this library that have notes, in the order of their names, grouped by removal;
  /// the last removal first.
  private func removals(in folders: [TrashFolder]) throws(TrashFault) -> [[TrashedAsset]] {
    let place = try Trash.resolved(folder)
    var removals: [String: [TrashedAsset]] = [:]
    for trash in folders {
      for (name, note) in try trash.notes(beginning: AssetFileName.prefix)
      where note.path.folder == place {
        guard let asset = asset(named: name, note) else { continue }
        let isInTrash = try Self.isFile(trash.file(name))
        let isInLibrary = try Self.isFile(asset.path)
        guard isInTrash || isInLibrary else { continue }
        removals[note.removal.text, default: []].append(
          TrashedAsset(asset: asset, trash: trash, name: name, note: note, isInTrash: isInTrash))
      }
    }
    return removals.sorted { $0.key > $1.key }.map(\.value)
  }

  /// The one whose id begins so.
  ///
  /// - Parameter all: those that were removed last come first.
  private func trashed(
    _ prefix: AssetIDPrefix, among all: [TrashedAsset]
  ) throws(LibraryError) -> TrashedAsset {
    let found = all.filter { $0.isInTrash && $0.asset.id.text.hasPrefix(prefix.text) }
    guard let last = found.first else { throw .notInTrash(prefix, folder) }
    let ids = found.map(\.asset.id).uniqued()
    if ids.count > 1 { throw .ambiguous(prefix, ids) }
    return last
  }

  /// The asset that a file in the trash was, by the note; if it was renamed, by its name in the
  /// trash.
  private func asset(named name: FilePath.Component, _ note: TrashNote) -> Asset? {
    guard let oldName = note.path.lastComponent else { return nil }
    if let asset = Asset(oldName, in: folder) { return asset }
    return Asset(name.unnumbered, in: folder).map {
      Asset(id: $0.id, format: $0.format, in: folder, renamed: oldName)
    }
  }

  /// The collages without notes, in the order of their names. No other program's file has both such
  /// a name and a recipe.
  private func assetsWithoutNote(in folders: [TrashFolder]) throws(TrashFault) -> [TrashedAsset] {
    var found: [TrashedAsset] = []
    for trash in folders {
      for name in try trash.namesWithoutNote(beginning: AssetFileName.prefix) {
        guard let asset = Asset(name.unnumbered, in: folder),
          let file = try? PhotoFile.open(trash.file(name), followsLinks: false),
          (try? RecipeRecord.read(from: file)) != nil
        else { continue }
        found.append(
          TrashedAsset(asset: asset, trash: trash, name: name, note: nil, isInTrash: true))
      }
    }
    return found
  }

  private static func isFile(_ path: FilePath) throws(TrashFault) -> Bool {
    try rethrowing(FileSystem.status(path)?.type == .regular) { TrashFault.failed(path, $0) }
  }

  /// - Returns: false if all of them existed and were in their albums.
  private func bringBack(
    _ trashed: [TrashedAsset], _ cancellation: Cancellation, _ report: (RestoredAsset) -> Void
  ) throws(LibraryError) -> Bool {
    var isChanged = false
    var failure: LibraryError?
    for entry in trashed {
      if cancellation.isCancelled { throw .cancelled }
      do throws(LibraryError) {
        if try bringBack(entry, report) { isChanged = true }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return isChanged
  }

  private func bringBack(_ trashed: TrashedAsset, _ report: (RestoredAsset) -> Void)
    throws(LibraryError) -> Bool
  {
    NotedTemporary.beginCommit()
    defer { NotedTemporary.endCommit() }
    if trashed.isInTrash { try move(trashed) }
    var isChanged = trashed.isInTrash
    var missing = 0
    var failure: LibraryError?
    for id in trashed.note?.albums ?? [] {
      do throws(LibraryError) {
        switch try link(trashed.asset, toAlbum: id) {
        case true?: isChanged = true
        case false?: continue
        case nil: missing += 1
        }
      } catch {
        failure = failure ?? error
      }
    }
    if isChanged { report(RestoredAsset(asset: trashed.asset, missingAlbums: missing)) }
    if let failure { throw .notInAlbums(trashed.asset.path, failure) }
    // The note is removed last, so that undoing can be repeated until then. If it stays, there is
    // nothing left to do for it.
    if trashed.note != nil { try? trashed.trash.removeNote(trashed.name) }
    return isChanged
  }

  /// - Returns: whether it was not in the album before; nil if there is no such album.
  private func link(_ asset: Asset, toAlbum id: AlbumID) throws(LibraryError) -> Bool? {
    guard let album = try album(id) else { return nil }
    do throws(LibraryError) {
      return try link(asset, to: album)
    } catch .noAlbum {
      // It was renamed or removed at this very moment.
      return try link(asset, toAlbum: id)
    }
  }

  private func move(_ trashed: TrashedAsset) throws(LibraryError) {
    let path = trashed.asset.path
    do throws(Errno) {
      try FileSystem.rename(trashed.file, toFree: path)
    } catch .fileExists {
      // The same collage may have been made again meanwhile.
      guard let id = try Asset.fileID(path), try Asset.fileID(trashed.file) == id else {
        throw .wouldReplace(path)
      }
      try rethrowing(FileSystem.remove(trashed.file)) { LibraryError($0, writing: trashed.file) }
    } catch {
      throw LibraryError(error, writing: path)
    }
    try synchronise(for: path)
  }
}
