internal import Files
internal import SystemPackage

// What stands in an album's file. Readers see the old file or the new one; runs that change it wait
// for each other.
extension AlbumFolder {
  /// Adds an asset to the list, durably.
  ///
  /// - Returns: whether it was not there.
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

  /// Takes an asset out of the list, durably.
  ///
  /// - Returns: false when it was not in it.
  func unlist(_ asset: Asset) throws(LibraryError) -> Bool {
    // As it is now: what this value knows may be older than what it has added.
    let record = try? AlbumRecord(in: folder)
    guard record?.lists(asset) ?? self.record.lists(asset) else { return false }
    return try changeRecord { record in record.unlist(asset) }
  }

  /// Makes links of what is listed, after the library came to a file system that has them. What
  /// can't be linked stays in the list.
  func linkListed() {
    _ = try? changeRecord { record in
      for asset in record.unlinked.compactMap({ Asset($0, in: folder.path.folder) }) {
        if (try? makeLink(to: asset)) != nil { _ = record.unlist(asset) }
      }
    }
  }

  /// Changes the album's file, durably.
  ///
  /// - Parameter change: gets what the file says now; it isn't written when that stays the same.
  /// - Returns: what `change` returns.
  /// - Throws: `noAlbum`, `busyAlbum`, `cannotWrite`, `changeNotDurable`, and what `change` throws.
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

  /// Puts another file in place of the album's, with the old one's permissions.
  private func write(_ record: AlbumRecord) throws(Errno) {
    let library = try OpenFolder.open(folder.path.folder)
    let old = try folder.open(AlbumRecord.fileName)
    defer { try? old.close() }
    for turn in 1...Self.maxTries {
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
      } catch .noSuchFileOrDirectory where turn < Self.maxTries {
        // A sweep took it for a leftover before it was locked.
      }
      _ = consume noted
    }
  }

  /// Attempts to write a file that no sweep removes.
  private static let maxTries = 4
}
