internal import Files
internal import PhotoSources
package import ReactiveTraits
internal import SystemPackage

// Finding and creating a library's albums. All work is cold, runs on a background queue or on the
// waiting thread, and ends there.
extension PhotoLibrary {
  // MARK: Finding

  /// Every album, in the order of their names' bytes; empty if the library doesn't exist.
  ///
  /// - Throws: also when a folder in the library can't be opened, because it might be an album.
  package func albums() throws(LibraryError) -> [Album] {
    let (albums, error) = try readableAlbums()
    if let error { throw error }
    return albums
  }

  /// The albums that an asset is in, in the order of their names' bytes.
  ///
  /// - Throws: like `albums`.
  package func albums(of asset: Asset) throws(LibraryError) -> [Album] {
    var found: [Album] = []
    for album in try albums() where try assets(in: album).contains(where: { $0.id == asset.id }) {
      found.append(album)
    }
    return found
  }

  /// The albums that can be read, in the order of their names' bytes, and the error for a folder
  /// that can't be.
  private func readableAlbums() throws(LibraryError) -> ([Album], LibraryError?) {
    let folders = try reading(
      OpenFolder.open(folder).entries { name, type in
        name[0] != UInt8(ascii: ".") && (type == nil || type == .directory)
      })
    if folders.isEmpty { return ([], nil) }
    let library = try opened()
    var albums: [Album] = []
    var failure: LibraryError?
    for entry in folders where entry.type == .directory {
      guard let name = try? AlbumName(entry.name.bytes) else { continue }
      do throws(LibraryError) {
        albums.append(try album(name, in: library))
      } catch {
        switch error {
        case .noAlbum, .notAnAlbum, .damagedAlbum: continue
        default: failure = error
        }
      }
    }
    return (albums.map { ($0, NameKey($0.name.bytes)) }.sorted { $0.1 < $1.1 }.map(\.0), failure)
  }

  /// The album of this name or, if there is none and the name is a whole album id, the album of
  /// that id.
  ///
  /// - Throws: `noAlbum`, `notAnAlbum`, `damagedAlbum`, `notAllowed`, `failed`.
  package func album(_ name: AlbumName) throws(LibraryError) -> Album {
    do throws(LibraryError) {
      return try found(name)
    } catch .noAlbum(let path) {
      guard let id = name.id, let album = try album(id) else { throw .noAlbum(path) }
      return album
    }
  }

  /// The album for collages saved under this name: the one of this name or id, else the one that
  /// had the name when collages were saved into it; nil if there is none.
  ///
  /// - Throws: like `album(_:)`, but `noAlbum` only for an id.
  func albumToSave(_ name: AlbumName) throws(LibraryError) -> Album? {
    do throws(LibraryError) {
      return try album(name)
    } catch {
      switch error {
      case .noAlbum, .notAnAlbum: break
      default: throw error
      }
      let renamed = try readableAlbums().0.filter { $0.savedNames.contains(name) }
      // If two albums had the name, neither can be meant.
      if renamed.count == 1 { return renamed[0] }
      if case .noAlbum = error, name.id == nil { return nil }
      throw error
    }
  }

  /// The album of an id, whatever its name; nil if it no longer exists.
  ///
  /// - Parameter name: its last known name, which is looked at first.
  /// - Throws: also if it isn't found and a folder in the library can't be opened, because that
  ///   might be the album.
  func album(_ id: AlbumID, lastNamed name: AlbumName? = nil) throws(LibraryError) -> Album? {
    if let name, let album = try? found(name), album.id == id { return album }
    let (albums, error) = try readableAlbums()
    if let album = albums.first(where: { $0.id == id }) { return album }
    if let error { throw error }
    return nil
  }

  /// The assets in an album, in the order of their names. If some no longer exist, their links lead
  /// nowhere.
  package func assets(in album: Album) throws(LibraryError) -> [Asset] {
    let open = try opened(album)
    return try found(rethrowing(open.assets()) { LibraryError($0, at: album.path) })
  }

  /// The one asset in an album whose id begins with `prefix`; it may no longer exist in the
  /// library.
  ///
  /// - Throws: `notInAlbum`, `ambiguous`.
  package func asset(_ prefix: AssetIDPrefix, in album: Album) throws(LibraryError) -> Asset {
    let found = try assets(in: album).filter { $0.id.text.hasPrefix(prefix.text) }
    if found.isEmpty { throw .notInAlbum(album.path.appending(AssetFileName.prefix + prefix.text)) }
    return try theOne(of: found, for: prefix)
  }

  // MARK: Making and remembering

  /// Creates an album, and the library if it doesn't exist: the album, then finished; or a failure,
  /// and then nothing was created.
  ///
  /// Fails with `albumExists`, `notAnAlbum` if the name belongs to something else, `cannotWrite`,
  /// `changeNotDurable`.
  package func createAlbum(_ name: AlbumName) -> Single<Album, LibraryError> {
    Single.work { cancellation throws(LibraryError) in try createAlbum(name, cancellation) }
  }

  /// Makes sure that a remembered album exists: finishes without a value if it does, whatever its
  /// name is now. If it was deleted, emits the id of the album of this name, which is created if
  /// there is none, to be remembered instead.
  ///
  /// Fails with `notAllowed` or `failed` if that can't be found out, and like `createAlbum`.
  ///
  /// - Parameter id: nil if none is remembered.
  package func album(_ id: AlbumID?, named name: AlbumName) -> Maybe<AlbumID, LibraryError> {
    Maybe.work { cancellation throws(LibraryError) in
      let (album, isRemembered) = try ensureAlbum(id, named: name, cancellation)
      return isRemembered ? nil : album.id
    }
  }

  /// The remembered album, else the one of this name, else a new one; and whether it is the
  /// remembered one.
  func ensureAlbum(
    _ id: AlbumID?, named name: AlbumName, _ cancellation: Cancellation = Cancellation()
  ) throws(LibraryError) -> (Album, isRemembered: Bool) {
    if let id, let album = try album(id, lastNamed: name) { return (album, true) }
    // Another program may create or delete it at the same moment.
    for _ in 1..<Self.maxTries {
      do throws(LibraryError) {
        return (try found(name), false)
      } catch .noAlbum {
        do throws(LibraryError) {
          return (try createAlbum(name, cancellation), false)
        } catch .albumExists {
          continue
        }
      }
    }
    throw .noAlbum(path(of: name))
  }

  /// How often to start again if other programs change the same album.
  private static let maxTries = 16

  private func createAlbum(_ name: AlbumName, _ cancellation: Cancellation) throws(LibraryError)
    -> Album
  {
    try checkPrintable(name)
    let madeFolders = try rethrowing(FileSystem.makeFolders(folder)) { (error: FolderError) in
      LibraryError(error.errno, writing: error.path)
    }
    TemporaryFileName.sweep(folder)
    do throws(Errno) {
      var pending = try PendingAlbum.create(for: name, in: folder)
      if cancellation.isCancelled { throw .canceled }
      NotedTemporary.beginCommit()
      defer { NotedTemporary.endCommit() }
      try pending.publish(as: name)
      return Album(name, pending.record, in: folder)
    } catch {
      FileSystem.removeFolders(madeFolders)
      switch error {
      case .canceled: throw .cancelled
      case .fileExists: throw conflict(name)
      default: throw LibraryError(error, writing: path(of: name))
      }
    }
  }

  // MARK: Steps

  /// - Throws: `unprintableAlbum`.
  func checkPrintable(_ name: AlbumName) throws(LibraryError) {
    if !name.isPrintable { throw .unprintableAlbum(path(of: name)) }
  }

  func path(of name: AlbumName) -> FilePath { folder.appending(name.component) }

  /// - Throws: `noAlbum` when its name now belongs to another album or to something else.
  func opened(_ album: Album) throws(LibraryError) -> AlbumFolder {
    let open = try AlbumFolder.open(album.name.component, in: try opened())
    guard open.id == album.id else { throw .noAlbum(album.path) }
    return open
  }

  func opened() throws(LibraryError) -> OpenFolder {
    try rethrowing(OpenFolder.open(folder)) { LibraryError($0, at: folder) }
  }

  /// - Throws: `noAlbum` also when the library doesn't exist.
  private func found(_ name: AlbumName) throws(LibraryError) -> Album {
    do throws(LibraryError) {
      return try album(name, in: try opened())
    } catch .missing {
      throw .noAlbum(path(of: name))
    }
  }

  private func album(_ name: AlbumName, in library: borrowing OpenFolder) throws(LibraryError)
    -> Album
  {
    Album(name, try AlbumFolder.open(name.component, in: library).record, in: folder)
  }

  /// The error for an album name that is taken.
  func conflict(_ name: AlbumName) -> LibraryError {
    do throws(LibraryError) {
      _ = try found(name)
      return .albumExists(path(of: name))
    } catch {
      return .notAnAlbum(path(of: name))
    }
  }

  /// - Parameter path: what was changed, for the message.
  func synchronise(for path: FilePath) throws(LibraryError) {
    try rethrowing(FileSystem.synchroniseFolder(folder)) { LibraryError.changeNotDurable(path, $0) }
  }
}
