internal import Files
package import ReactiveTraits
internal import SystemPackage

// Changing albums. Every change is atomic: readers see the old state or the new one. Any of them
// may fail with `cannotWrite` or `changeNotDurable`. All work is cold, and runs and ends on a
// background queue or on the waiting thread.
extension PhotoLibrary {
  /// Renames an album, whose id stays: finished; or a failure.
  ///
  /// Fails with `noAlbum`, `albumExists`, `notAnAlbum` if the name belongs to something else, or
  /// like any change.
  package func rename(_ album: Album, to name: AlbumName) -> Completable<LibraryError> {
    Completable.work { cancellation throws(LibraryError) in
      _ = try opened(album)
      if name == album.name { return }
      try checkPrintable(name)
      TemporaryFileName.sweep(folder)
      if cancellation.isCancelled { throw .cancelled }
      NotedTemporary.beginCommit()
      defer { NotedTemporary.endCommit() }
      try rethrowing(FileSystem.rename(album.path, toFree: path(of: name))) {
        $0 == .fileExists ? conflict(name) : LibraryError($0, writing: album.path)
      }
      try synchronise(for: path(of: name))
    }
  }

  /// Removes an album and its links, but no collage: finished; or a failure.
  ///
  /// Fails with `noAlbum`, `foreignInAlbum` if it contains anything but links of ours, or like any
  /// change.
  package func remove(_ album: Album) -> Completable<LibraryError> {
    Completable.work { cancellation throws(LibraryError) in
      TemporaryFileName.sweep(folder)
      let library = try opened()
      let open = try opened(album)
      // Until it is empty, the lock distinguishes the folder from one left by a crash.
      _ = try? FileSystem.lock(open.folder.descriptor)
      try checkOwn(open)
      let hidden = TemporaryFileName.random()
      if cancellation.isCancelled { throw .cancelled }
      NotedTemporary.beginCommit()
      defer { NotedTemporary.endCommit() }
      try rethrowing(FileSystem.rename(album.path, toFree: folder.appending(hidden))) {
        LibraryError($0, writing: album.path)
      }
      do throws(LibraryError) {
        // Somebody may have put something into it meanwhile, or replaced it by another folder.
        try check(open, isAt: hidden, in: library)
        try checkOwn(open)
      } catch {
        try? FileSystem.rename(folder.appending(hidden), toFree: album.path)
        throw error
      }
      try synchronise(for: album.path)
      // Whatever can't be removed now is swept later.
      try? AlbumFolder.discard(open.folder, hidden, in: library)
    }
  }

  /// Records in an album's file that collages are saved into it under this name, so that it is
  /// found after it was renamed. If the file can't be written, the name isn't remembered.
  func remember(_ name: AlbumName, for album: Album) {
    if album.savedNames.contains(name) || name.id == album.id { return }
    // If that fails, the album is still found by its present name.
    _ = try? opened(album).changeRecord { $0.remember(name) }
  }

  /// Adds an asset to an album: finished, also if it was already there; or a failure.
  ///
  /// Fails with `missing`, `noAlbum`, `foreignInAlbum` if the asset's name belongs to something
  /// else, or like any change.
  package func add(_ asset: Asset, to album: Album) -> Completable<LibraryError> {
    Completable.work { cancellation throws(LibraryError) in
      if cancellation.isCancelled { throw .cancelled }
      try link(asset, to: album)
    }
  }

  /// - Returns: whether it was not in the album before.
  @discardableResult func link(_ asset: Asset, to album: Album) throws(LibraryError) -> Bool {
    let open = try opened(album)
    NotedTemporary.beginCommit()
    defer { NotedTemporary.endCommit() }
    let isNew = try open.add(asset)
    // Checked afterwards, because it may have been removed meanwhile.
    guard try asset.bytes() != nil else {
      try open.take(asset)
      throw .missing(asset.path)
    }
    return isNew
  }

  /// Removes an asset from an album; the collage stays: finished; or a failure.
  ///
  /// Fails with `notInAlbum`, `noAlbum`, `cannotWrite`, `changeNotDurable`.
  package func take(_ asset: Asset, from album: Album) -> Completable<LibraryError> {
    Completable.work { cancellation throws(LibraryError) in
      let open = try opened(album)
      NotedTemporary.beginCommit()
      defer { NotedTemporary.endCommit() }
      if cancellation.isCancelled { throw .cancelled }
      guard try open.take(asset) else { throw .notInAlbum(album.path.appending(asset.name)) }
    }
  }

  private func checkOwn(_ album: borrowing AlbumFolder) throws(LibraryError) {
    let path = album.folder.path
    let foreign = try rethrowing(album.foreignName()) { LibraryError($0, at: path) }
    if let foreign { throw .foreignInAlbum(path.appending(foreign)) }
  }

  private func check(
    _ album: borrowing AlbumFolder, isAt name: FilePath.Component, in library: borrowing OpenFolder
  ) throws(LibraryError) {
    let isIt = try? Stat(album.folder.descriptor).inode == library.status(name).inode
    if isIt != true { throw .noAlbum(album.folder.path) }
  }
}
