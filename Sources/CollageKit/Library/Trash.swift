internal import Files
internal import Glibc
package import SystemPackage

/// The desktop's trash, as the freedesktop.org trash specification 1.0 describes it.
package struct Trash: Hashable, Sendable {
  /// The trash in the user's home; nil if its place is unknown.
  private let home: FilePath?

  /// - Parameter dataFolder: `$XDG_DATA_HOME`.
  package init(dataFolder: FilePath?) { home = dataFolder?.appending("Trash") }

  /// Whether a folder is anybody's trash: it has such a name, and is at the top of a file system.
  /// Elsewhere such a name means nothing.
  static func isFolder(_ name: FilePath.Component, in folder: FilePath) -> Bool {
    let own = ".Trash-"
    guard
      name.string == ".Trash"
        || name.string.hasPrefix(own) && UInt32(name.string.dropFirst(own.count)) != nil,
      let folder = try? resolved(folder), let mount = try? mount(folder)
    else { return false }
    return folder.removingLastComponent() == folder
      || (try? self.mount(folder.removingLastComponent())) != mount
  }

  /// The trash for files of a folder, created if it doesn't exist: the one in the home for files of
  /// the same file system, else one at the top of theirs.
  ///
  /// - Parameter folder: an absolute path without links.
  func open(for folder: FilePath) throws(TrashFault) -> TrashFolder {
    let places = try places(for: folder)
    if let shared = places.first(where: { $0.kind == .shared }), shared.isShareable {
      do throws(TrashFault) {
        return try shared.opened(isMade: true)
      } catch {
        if case .busy = error { throw error }
        // The specification then continues with the user's own trash.
      }
    }
    guard let place = places.first(where: { $0.kind != .shared }) else { throw .noPlace }
    return try place.opened(isMade: true)
  }

  /// Every trash that can hold files of a folder.
  func existing(for folder: FilePath) throws(TrashFault) -> [TrashFolder] {
    var found: [TrashFolder] = []
    for place in try places(for: folder) where place.kind != .shared || place.isShareable {
      do throws(TrashFault) {
        found.append(try place.opened(isMade: false))
      } catch .failed(_, .noSuchFileOrDirectory) {
        continue
      }
    }
    return found
  }

  /// Where a folder's trash may be, in the order of the specification.
  private func places(for folder: FilePath) throws(TrashFault) -> [TrashPlace] {
    // A file can't be moved from one mount to another, even if both are of the same device.
    let mount = try Self.mount(folder)
    if let home, try Self.nearestMount(home) == mount {
      return [TrashPlace(path: home, kind: .home)]
    }
    var top = folder
    while top.removingLastComponent() != top, try Self.mount(top.removingLastComponent()) == mount {
      top.removeLastComponent()
    }
    return [
      TrashPlace(path: top.appending(".Trash").appending("\(getuid())"), kind: .shared, top: top),
      TrashPlace(path: top.appending(".Trash-\(getuid())"), kind: .own, top: top),
    ]
  }

  fileprivate static func status(_ path: FilePath, followsLinks: Bool = true) throws(TrashFault)
    -> Stat
  {
    try rethrowing(path.stat(followTargetSymlink: followsLinks)) { TrashFault.failed(path, $0) }
  }

  private static func mount(_ path: FilePath) throws(TrashFault) -> MountID {
    try rethrowing(FileSystem.mount(of: path)) { TrashFault.failed(path, $0) }
  }

  /// A folder's path with all links resolved.
  static func resolved(_ folder: FilePath) throws(TrashFault) -> FilePath {
    try rethrowing(FileSystem.resolved(folder)) { TrashFault.failed(folder, $0) }
  }

  /// The mount of a folder, or of the nearest one above it that exists.
  private static func nearestMount(_ path: FilePath) throws(TrashFault) -> MountID {
    do throws(TrashFault) {
      return try mount(path)
    } catch .failed(let missing, .noSuchFileOrDirectory)
      where missing.removingLastComponent() != missing
    {
      return try nearestMount(missing.folder)
    }
  }
}

/// A place where a trash may be.
private struct TrashPlace {
  enum Kind {
    /// `$XDG_DATA_HOME/Trash`.
    case home
    /// The user's folder in `.Trash`, which is shared by all users.
    case shared
    /// `.Trash-UID`.
    case own
  }

  let path: FilePath
  let kind: Kind
  /// The top of the file system; nil for the trash in the home.
  var top: FilePath?

  /// Whether the folder around a shared trash meets the specification: it must be a real folder
  /// with the sticky bit.
  var isShareable: Bool {
    guard let status = try? path.folder.stat(followTargetSymlink: false), status.type == .directory
    else {
      return false
    }
    return status.permissions.contains(.saveText)
  }

  /// - Parameter isMade: whether to create the trash if it doesn't exist.
  func opened(isMade: Bool) throws(TrashFault) -> TrashFolder {
    for folder in [path, path.appending("files"), path.appending("info")] {
      if isMade {
        try rethrowing(FileSystem.makeFolders(folder, permissions: .ownerReadWriteExecute)) {
          (error: FolderError) in
          TrashFault.failed(error.path, error.errno)
        }
      }
      try check(folder)
    }
    return try TrashFolder.open(path, top: top)
  }

  /// Only the trash in the home may be a link or somebody else's, because other users can write to
  /// the top of a file system.
  private func check(_ folder: FilePath) throws(TrashFault) {
    let status = try Trash.status(folder, followsLinks: kind == .home)
    guard status.type == .directory, kind == .home || status.userID.rawValue == geteuid() else {
      throw .notOwned(folder)
    }
  }
}
