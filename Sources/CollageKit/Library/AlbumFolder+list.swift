internal import Files
internal import SystemPackage

// The list in an album's file. Readers see either the old file or the new one, and runs that change
// it wait for each other.
extension AlbumFolder {
  /// Adds an asset to the list, durably.
  ///
  /// - Returns: whether it was not in the list before.
  func list(_ asset: Asset) throws(LibraryError) -> Bool {
    let path = folder.path.appending(asset.name)
    let foreign = try rethrowing(kind(of: asset.name)) { LibraryError($0, at: path) }
    if case .foreign = foreign { throw .foreignInAlbum(path) }
    return try changeRecord { record throws(LibraryError) in
      if record.unlinked.count >= AlbumRecord.maxUnlinked, !record.lists(asset) {
        throw .albumFull(folder.path)
      }
      return record.list(asset)
    }
  }

  /// Removes an asset from the list, durably.
  ///
  /// - Returns: false if it was not in the list.
  func unlist(_ asset: Asset) throws(LibraryError) -> Bool {
    // Read it again: it may have changed since this value was made.
    let record = try? AlbumRecord(in: folder)
    guard record?.lists(asset) ?? self.record.lists(asset) else { return false }
    return try changeRecord { record in record.unlist(asset) }
  }

  /// Replaces entries of the list by links, once the library is on a file system that has them.
  /// Entries for which that fails stay in the list.
  func linkListed() {
    _ = try? changeRecord { record in
      for asset in record.unlinked.compactMap({ Asset($0, in: folder.path.folder) }) {
        // Renamed ones stay in the list.
        if (try? asset.bytes()) ?? nil != nil, (try? makeLink(to: asset)) != nil {
          _ = record.unlist(asset)
        }
      }
    }
  }

  /// Changes the album's file, durably.
  ///
  /// - Parameter change: receives the current record; if it doesn't change it, nothing is written.
  /// - Returns: the result of `change`.
  /// - Throws: `noAlbum`, `busyAlbum`, `cannotWrite`, `changeNotDurable`, and the errors of
  ///   `change`.
  func changeRecord<Value>(
    _ change: (inout AlbumRecord) throws(LibraryError) -> Value
  ) throws(LibraryError) -> Value {
    let file = folder.path.appending(AlbumRecord.fileName)
    let lock = try rethrowing(FolderLock.acquire(folder, waiting: Self.maxSeconds)) {
      LibraryError($0, writing: file)
    }
    guard let lock else { throw .busyAlbum(folder.path) }
    defer { withExtendedLifetime(lock) {} }
    let old = try rethrowing(AlbumRecord(in: folder)) { isGone($0) ?? LibraryError($0, at: file) }
    guard let old, old.id == id else { throw .noAlbum(folder.path) }
    var record = old
    let value = try change(&record)
    if record == old { return value }
    try rethrowing(write(record)) { isGone($0) ?? LibraryError($0, writing: file) }
    try synchronise(file)
    return value
  }

  private static let maxSeconds = 5

  private func isGone(_ errno: Errno) -> LibraryError? {
    errno == .noSuchFileOrDirectory ? .noAlbum(folder.path) : nil
  }

  /// Replaces the album's file by another one with the same permissions.
  private func write(_ record: AlbumRecord) throws(Errno) {
    let library = try OpenFolder.open(folder.path.folder)
    let old = try folder.open(AlbumRecord.fileName)
    defer { try? old.close() }
    for attempt in 1...Self.maxTries {
      let temporary = TemporaryFileName.random()
      let noted = NotedTemporary(library.path.appending(temporary))
      do throws(Errno) {
        try folder.replace(
          AlbumRecord.fileName, with: record.fileContent, by: temporary, in: library
        ) {
          file throws(Errno) in
          try FileAttributes.copy(from: old, to: file)
          _ = try FileSystem.synchroniseIfSupported(file)
        }
        return
      } catch .noSuchFileOrDirectory where attempt < Self.maxTries {
        // A sweep removed it as a leftover before it was locked.
      }
      _ = consume noted
    }
  }

  /// How often to try to create a file that no sweep removes.
  private static let maxTries = 4
}
