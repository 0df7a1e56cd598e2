internal import Files
internal import SystemPackage

/// An album's folder, open: what is changed is this very folder, even if its name stands for
/// something else by then.
///
/// Its assets are links in the folder or, where those can't be made, names in the album's file.
struct AlbumFolder: ~Copyable {
  let record: AlbumRecord
  let folder: OpenFolder

  var id: AlbumID { record.id }

  /// Opens an album.
  ///
  /// - Throws: `noAlbum`, `notAnAlbum` (also for links, wherever they lead), `damagedAlbum`,
  ///   `notAllowed`, `failed`.
  static func open(_ name: FilePath.Component, in library: borrowing OpenFolder)
    throws(LibraryError) -> AlbumFolder
  {
    let path = library.path.appending(name)
    do throws(Errno) {
      let folder = try library.folder(name)
      do throws(Errno) {
        if let record = try AlbumRecord(in: folder) {
          return AlbumFolder(record: record, folder: folder)
        }
      } catch .noSuchFileOrDirectory {
        throw .notDirectory
      }
    } catch {
      switch error {
      case .noSuchFileOrDirectory: throw .noAlbum(path)
      case .notDirectory, .tooManySymbolicLinkLevels: throw .notAnAlbum(path)
      default: throw LibraryError(error, at: path)
      }
    }
    throw .damagedAlbum(path.appending(AlbumRecord.fileName))
  }

  /// What a name in an album is.
  enum EntryKind {
    case id
    /// A link to the asset of the same name in the library; it may be gone.
    case link(Asset)
    case foreign
  }

  /// Nil when nothing has the name.
  func kind(of name: FilePath.Component) throws(Errno) -> EntryKind? {
    if name == AlbumRecord.fileName { return .id }
    do throws(Errno) {
      let target = try folder.linkTarget(name)
      guard let asset = Asset(name, in: folder.path.folder), target == Self.target(of: name) else {
        return .foreign
      }
      return .link(asset)
    } catch .noSuchFileOrDirectory {
      return nil
    }
  }

  private static func target(of name: FilePath.Component) -> FilePath {
    FilePath("..").appending(name)
  }

  /// The assets that are in it, by their links or its list, in the order of their names; some may
  /// be gone.
  func assets() throws(Errno) -> [Asset] {
    var names = record.unlinked
    for name in try folder.names() {
      if case .link = try kind(of: name) { names.insert(name) }
    }
    return names.sorted { $0.string < $1.string }.compactMap { Asset($0, in: folder.path.folder) }
  }

  func holds(_ asset: Asset) throws(Errno) -> Bool {
    if case .link = try kind(of: asset.name) { return true }
    return record.lists(asset)
  }

  /// The first name that is no link of ours; nil when there is none.
  func foreignName() throws(Errno) -> FilePath.Component? {
    for name in try folder.names() {
      if case .foreign = try kind(of: name) { return name }
    }
    return nil
  }

  /// Adds an asset, durably: a link to it, or an entry in the list where links can't be made.
  /// Changes nothing when it is there.
  ///
  /// - Returns: whether it was not there.
  /// - Throws: `foreignInAlbum`, `noAlbum` when the album was removed meanwhile, `albumFull`,
  ///   `busyAlbum`, `cannotWrite`, `changeNotDurable`.
  func add(_ asset: Asset) throws(LibraryError) -> Bool {
    let path = folder.path.appending(asset.name)
    let isNew: Bool
    do throws(Errno) {
      isNew = try makeLink(to: asset)
    } catch {
      switch error {
      case .fileExists: throw .foreignInAlbum(path)
      case .noSuchFileOrDirectory: throw .noAlbum(folder.path)
      case let error where FileSystem.lacksSymbolicLinks(error): return try list(asset)
      default: throw LibraryError(error, writing: path)
      }
    }
    try synchronise(path)
    guard !record.unlinked.isEmpty else { return isNew }
    linkListed()
    return isNew && !record.lists(asset)
  }

  /// False when it is there.
  func makeLink(to asset: Asset) throws(Errno) -> Bool {
    do throws(Errno) {
      try folder.makeLink(asset.name, to: Self.target(of: asset.name))
      return true
    } catch .fileExists {
      switch try kind(of: asset.name) {
      case .link: return false
      case .id, .foreign: throw .fileExists
      // Taken out at this very moment.
      case nil: return try makeLink(to: asset)
      }
    }
  }

  /// Takes an asset out, durably.
  ///
  /// - Returns: false when it was not in it, or something that is not ours has its name.
  @discardableResult func take(_ asset: Asset) throws(LibraryError) -> Bool {
    let wasListed = try unlist(asset)
    return try removeLink(to: asset) || wasListed
  }

  private func removeLink(to asset: Asset) throws(LibraryError) -> Bool {
    let path = folder.path.appending(asset.name)
    do throws(Errno) {
      guard case .link = try kind(of: asset.name) else { return false }
      try folder.remove(asset.name)
    } catch .noSuchFileOrDirectory {
      return false
    } catch {
      throw LibraryError(error, writing: path)
    }
    try synchronise(path)
    return true
  }

  func synchronise(_ path: FilePath) throws(LibraryError) {
    try rethrowing(folder.synchronise()) { LibraryError.changeNotDurable(path, $0) }
  }
}

// Folders of albums under a temporary name.
extension AlbumFolder {
  /// Removes the folder of an album that was being made or removed, with its id and its links;
  /// keeps anything else.
  static func discard(_ name: FilePath.Component, in library: borrowing OpenFolder) throws(Errno) {
    let folder = try library.folder(name)
    // Another process that holds the lock is at work on it; where folders can't be locked, nothing
    // is swept.
    guard (try? FileSystem.lock(folder.descriptor)) == true else { return }
    try discard(folder, name, in: library)
  }

  /// The same for a folder that is open, and locked by the caller.
  static func discard(
    _ folder: borrowing OpenFolder, _ name: FilePath.Component, in library: borrowing OpenFolder
  ) throws(Errno) {
    let names = try folder.names()
    // The id goes last: without it nobody could tell what the folder was.
    for name in names where name != AlbumRecord.fileName {
      guard Asset(name, in: "") != nil, try folder.linkTarget(name) == target(of: name) else {
        throw .directoryNotEmpty
      }
      try folder.remove(name)
    }
    if names.contains(AlbumRecord.fileName) { try folder.remove(AlbumRecord.fileName) }
    try library.removeFolder(name)
  }
}
