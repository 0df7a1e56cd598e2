internal import Files
internal import SystemPackage

/// An album's folder, open: changes are made in this very folder, even if its name has since passed
/// to something else.
///
/// Its assets are links in the folder or, if links can't be made, names in the album's file.
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

  /// What a name in an album stands for.
  enum EntryKind {
    case id
    /// A link to the asset of the same name in the library; it may be gone.
    case link(Asset)
    case foreign
  }

  /// Nil if there is nothing of this name.
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

  /// The album's assets, by links or by its list, in the order of their names; some may no longer
  /// exist.
  func assets() throws(Errno) -> [Asset] {
    var names = record.unlinked
    for name in try folder.names() {
      if case .link = try kind(of: name) { names.insert(name) }
    }
    return names.sorted { $0.string < $1.string }.compactMap { Asset($0, in: folder.path.folder) }
  }

  private func holdsLink(to asset: Asset) throws(LibraryError) -> Bool {
    let kind = try rethrowing(kind(of: asset.name)) { LibraryError($0, at: folder.path) }
    return if case .link = kind { true } else { false }
  }

  func holds(_ asset: Asset) throws(Errno) -> Bool {
    if case .link = try kind(of: asset.name) { return true }
    return record.lists(asset)
  }

  /// The first name that isn't one of our links; nil if there is none.
  func foreignName() throws(Errno) -> FilePath.Component? {
    for name in try folder.names() {
      if case .foreign = try kind(of: name) { return name }
    }
    return nil
  }

  /// Adds an asset, durably: a link to it, or an entry in the list if links can't be made. Does
  /// nothing if it is already there.
  ///
  /// - Returns: whether it was not there before.
  /// - Throws: `foreignInAlbum`, `noAlbum` if the album was removed meanwhile, `albumFull`,
  ///   `busyAlbum`, `cannotWrite`, `changeNotDurable`.
  func add(_ asset: Asset) throws(LibraryError) -> Bool {
    // A link to a name that may change again would soon lead nowhere.
    if asset.renamed != nil { return try holdsLink(to: asset) ? false : list(asset) }
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

  /// Returns false if the link already exists.
  func makeLink(to asset: Asset) throws(Errno) -> Bool {
    do throws(Errno) {
      try folder.makeLink(asset.name, to: Self.target(of: asset.name))
      return true
    } catch .fileExists {
      switch try kind(of: asset.name) {
      case .link: return false
      case .id, .foreign: throw .fileExists
      // It was removed at this very moment.
      case nil: return try makeLink(to: asset)
      }
    }
  }

  /// Removes an asset from the album, durably.
  ///
  /// - Returns: false if it was not in the album, or if its name belongs to something that isn't
  ///   ours.
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

// Folders of albums that have a temporary name.
extension AlbumFolder {
  /// Removes the folder of an album that was being created or removed, with its id and its links,
  /// but nothing else.
  static func discard(_ name: FilePath.Component, in library: borrowing OpenFolder) throws(Errno) {
    let folder = try library.folder(name)
    // If another process holds the lock, it is still working on the folder. If folders can't be
    // locked, nothing is swept.
    guard (try? FileSystem.lock(folder.descriptor)) == true else { return }
    try discard(folder, name, in: library)
  }

  /// Removes such a folder that is already open and that the caller has locked.
  static func discard(
    _ folder: borrowing OpenFolder, _ name: FilePath.Component, in library: borrowing OpenFolder
  ) throws(Errno) {
    let names = try folder.names()
    // The id is removed last, because without it nobody could tell what the folder was.
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
