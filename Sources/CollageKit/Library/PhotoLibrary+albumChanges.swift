internal import Files
package import ReactiveTraits
internal import SystemPackage

// How albums are changed. Every change is one step on the disk: readers see the old state or the
// new one. Any may fail with `cannotWrite` or `changeNotDurable`. The work is cold, and runs and
// ends on a background queue or on the thread that waits for it.
extension PhotoLibrary {
  /// Gives an album another name; its id stays: finished; or a failure.
  ///
  /// Fails with `noAlbum`, `albumExists`, `notAnAlbum` when something else has the name, or as
  /// changes do.
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
  /// Fails with `noAlbum`, `foreignInAlbum` when it holds anything else than links of ours, or as
  /// changes do.
  package func remove(_ album: Album) -> Completable<LibraryError> {
    Completable.work { cancellation throws(LibraryError) in
      TemporaryFileName.sweep(folder)
      let library = try opened()
      let open = try opened(album)
      // Until it is empty, this distinguishes the folder from one left by a crash.
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
        // Somebody may have put something there, or another folder in its place, meanwhile.
        try check(open, isAt: hidden, in: library)
        try checkOwn(open)
      } catch {
        try? FileSystem.rename(folder.appending(hidden), toFree: album.path)
        throw error
      }
      try synchronise(for: album.path)
      // What can't be removed now is swept later.
      try? AlbumFolder.discard(open.folder, hidden, in: library)
    }
  }

  /// Notes in an album's file that collages are saved into it by this name, so that it is found
  /// when it is renamed. Readers see the old file or the new one. Where the file can't be written,
  /// the name is not remembered.
  func remember(_ name: AlbumName, for album: Album) {
    if album.savedNames.contains(name) || name.id == album.id { return }
    // Where it can't be written, the album is found by its present name all the same.
    _ = try? opened(album).changeRecord { $0.remember(name) }
  }

  /// Puts an asset into an album: finished, also when it was there already; or a failure.
  ///
  /// Fails with `missing`, `noAlbum`, `foreignInAlbum` when something else has the asset's name, or
  /// as changes do.
  package func add(_ asset: Asset, to album: Album) -> Completable<LibraryError> {
    Completable.work { cancellation throws(LibraryError) in
      if cancellation.isCancelled { throw .cancelled }
      try link(asset, to: album)
    }
  }

  /// - Returns: whether it was not in the album.
  @discardableResult func link(_ asset: Asset, to album: Album) throws(LibraryError) -> Bool {
    let open = try opened(album)
    NotedTemporary.beginCommit()
    defer { NotedTemporary.endCommit() }
    let isNew = try open.add(asset)
    // Looked at afterwards, since it may have been removed meanwhile.
    guard try asset.bytes() != nil else {
      try open.take(asset)
      throw .missing(asset.path)
    }
    return isNew
  }

  /// Takes an asset out of an album; the collage stays: finished; or a failure.
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
