package import ReactiveTraits
internal import SystemPackage

/// An asset that was brought back from the trash.
package struct RestoredAsset: Hashable, Sendable {
  package let asset: Asset
  /// How many of the albums that it was in are gone.
  package let missingAlbums: Int
}

extension PhotoLibrary {
  /// Brings the assets of the last removal back from the trash, and into the albums that they were in: finished; or a
  /// failure. Never replaces a file. Cold; works on a background queue, or on the thread that waits for it.
  ///
  /// Fails with `nothingToUndo`; with the first failure when some could not be brought back, after all others were;
  /// with `cancelled`.
  ///
  /// - Parameter report: called with each asset that is back, on the same queue.
  package func bringBack(
    from trash: Trash, _ report: @escaping @Sendable (RestoredAsset) -> Void
  ) -> Completable<LibraryError> {
    Completable.work { cancellation throws(LibraryError) in
      let trashed = try trashedAssets(in: trash)
      guard let last = trashed.map(\.note.removal.text).max() else { throw .nothingToUndo(folder) }
      var failure: LibraryError?
      for entry in trashed where entry.note.removal.text == last {
        do throws(LibraryError) {
          report(try bringBack(entry, cancellation))
        } catch {
          if error == .cancelled { throw error }
          failure = failure ?? error
        }
      }
      if let failure { throw failure }
    }
  }

  /// A removed asset and its note.
  private struct TrashedAsset {
    /// Where it was.
    let asset: Asset
    let trash: TrashFolder
    let name: FilePath.Component
    let note: TrashNote
    /// Whether the file is in the trash. If not it is in the library, because a removal or its undoing was interrupted.
    let isInTrash: Bool
  }

  /// This library's assets in the trash, in the order of their names.
  private func trashedAssets(in trash: Trash) throws(LibraryError) -> [TrashedAsset] {
    var found: [TrashedAsset] = []
    do throws(TrashFault) {
      let place: FilePath
      do throws(Errno) {
        place = try FileSystem.resolved(folder)
      } catch {
        throw .failed(folder, error)
      }
      for trash in try trash.existing(for: place) {
        for (name, note) in try trash.notes(beginning: Asset.prefix) where note.path.folder == place {
          guard let asset = note.path.lastComponent.flatMap({ Asset($0, in: folder) }) else { continue }
          let isInTrash = Self.isFile(trash.file(name))
          if isInTrash || Self.isFile(asset.path) {
            found.append(TrashedAsset(asset: asset, trash: trash, name: name, note: note, isInTrash: isInTrash))
          }
        }
      }
    } catch {
      switch error {
      case .failed(folder, .noSuchFileOrDirectory): throw .nothingToUndo(folder)
      case .failed(let path, let errno): throw LibraryError(errno, at: path)
      case .noPlace, .unsafe: throw .nothingToUndo(folder)
      }
    }
    return found
  }

  private static func isFile(_ path: FilePath) -> Bool {
    (try? FileSystem.status(path, followsLinks: false))?.type == .regular
  }

  private func bringBack(
    _ trashed: TrashedAsset, _ cancellation: Cancellation
  ) throws(LibraryError) -> RestoredAsset {
    if cancellation.isCancelled { throw .cancelled }
    NotedTemporary.beginCommit()
    defer { NotedTemporary.endCommit() }
    if trashed.isInTrash { try move(trashed) }
    var missing = 0
    for id in trashed.note.albums {
      if let album = try album(id) {
        try link(trashed.asset, to: album)
      } else {
        missing += 1
      }
    }
    // The note goes last: until then the undoing can be done again.
    try? trashed.trash.removeNote(trashed.name)
    return RestoredAsset(asset: trashed.asset, missingAlbums: missing)
  }

  private func move(_ trashed: TrashedAsset) throws(LibraryError) {
    let path = trashed.asset.path
    do throws(Errno) {
      do throws(Errno) {
        try FileSystem.rename(trashed.trash.file(trashed.name), toFree: path)
      } catch .fileExists where (try? trashed.asset.finding())?.kind == .intact {
        // It was made again meanwhile.
        try FileSystem.remove(trashed.trash.file(trashed.name))
      }
    } catch {
      throw error == .fileExists ? .wouldReplace(path) : LibraryError(error, writing: path)
    }
    try synchronise(for: path)
  }
}
