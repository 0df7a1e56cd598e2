internal import CLinux
internal import Glibc
internal import SystemPackage

/// The few system calls that swift-system lacks, with typed errors and raw paths.
enum FileSystem {
  /// Moves a file to a name that must be free, and never replaces anything.
  ///
  /// Atomic, except on file systems that support neither this nor hard links: there a file that another program creates
  /// under the name at that very moment is lost.
  ///
  /// - Throws: `fileExists` when the name is taken.
  static func rename(_ source: FilePath, toFree target: FilePath) throws(Errno) {
    do throws(Errno) {
      try rename(source, target, flags: UInt32(CLINUX_RENAME_NOREPLACE))
    } catch let errno where isUnsupported(errno) {
      try link(source, toFree: target)
    }
  }

  /// For old network and foreign file systems: creating a hard link never replaces a file either.
  private static func link(_ source: FilePath, toFree target: FilePath) throws(Errno) {
    do throws(Errno) {
      try check {
        unsafe source.withPlatformString { from in unsafe target.withPlatformString { unsafe Glibc.link(from, $0) } }
      }
    } catch let errno where isUnsupported(errno) || lacksLinks(errno) {
      return try FolderLock.hold(target.folder) { () throws(Errno) in
        if try exists(target) { throw .fileExists }
        try rename(source, over: target)
      }
    }
    do throws(Errno) {
      try remove(source)
    } catch {
      try? remove(target)
      throw error
    }
  }

  /// The errors that file systems without hard links return.
  private static func lacksLinks(_ errno: Errno) -> Bool {
    [.notPermitted, .ioError, .improperLink, .tooManyLinks].contains(errno)
  }

  /// Whether there is anything at a path, be it a link that leads nowhere.
  static func exists(_ path: FilePath) throws(Errno) -> Bool {
    do throws(Errno) {
      _ = try status(path, followsLinks: false)
      return true
    } catch .noSuchFileOrDirectory {
      return false
    }
  }

  /// Swaps the names of two files atomically; nil, with nothing done, where the file system can't.
  static func exchange(_ first: FilePath, _ second: FilePath) throws(Errno) -> Void? {
    do throws(Errno) {
      return try rename(first, second, flags: UInt32(CLINUX_RENAME_EXCHANGE))
    } catch let errno where isUnsupported(errno) {
      return nil
    }
  }

  /// Moves a file to `target`, replacing what has that name.
  static func rename(_ source: FilePath, over target: FilePath) throws(Errno) {
    try check {
      unsafe source.withPlatformString { from in
        unsafe target.withPlatformString { unsafe Glibc.rename(from, $0) }
      }
    }
  }

  private static func rename(_ source: FilePath, _ target: FilePath, flags: UInt32) throws(Errno) {
    try check {
      unsafe source.withPlatformString { from in
        unsafe target.withPlatformString { to in unsafe renameat2(AT_FDCWD, from, AT_FDCWD, to, flags) }
      }
    }
  }

  /// Whether an error says that the file system can't do this at all.
  static func isUnsupported(_ errno: Errno) -> Bool {
    errno == .invalidArgument || errno == .noFunction || errno == .notSupported
  }

  static func remove(_ path: FilePath) throws(Errno) {
    try check { unsafe path.withPlatformString { unsafe unlink($0) } }
  }

  /// Waits until everything written to the descriptor is on the disk (`fsync`).
  static func synchronise(_ descriptor: FileDescriptor) throws(Errno) {
    try check { fsync(descriptor.rawValue) }
  }

  /// Waits until the names in a folder are on the disk, where the file system supports that and the folder may be read.
  static func synchroniseFolder(_ path: FilePath) throws(Errno) {
    do throws(Errno) {
      let descriptor = try opened(path, [.directory, .closeOnExec])
      defer { try? descriptor.close() }
      try synchronise(descriptor)
    } catch let errno where isUnsupported(errno) || errno == .permissionDenied {
      // Some file systems don't support this for folders, and a folder that is only writable can't be opened.
    }
  }

  /// Reports errors that some file systems return only when a descriptor is closed, by closing a copy.
  static func flush(_ descriptor: FileDescriptor) throws(Errno) {
    let copy = fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw Errno(rawValue: errno) }
    // Linux closes the descriptor even when `close` reports an interruption.
    guard close(copy) == 0 || errno == EINTR else { throw Errno(rawValue: errno) }
  }

  /// Locks the file for this process until its descriptor is closed; false when another process holds the lock.
  static func lock(_ descriptor: FileDescriptor) throws(Errno) -> Bool {
    do throws(Errno) {
      try check { flock(descriptor.rawValue, LOCK_EX | LOCK_NB) }
      return true
    } catch .wouldBlock {
      return false
    }
  }

  static func setPermissions(_ permissions: FilePermissions, of descriptor: FileDescriptor) throws(Errno) {
    try check { fchmod(descriptor.rawValue, permissions.rawValue) }
  }

  /// Creates a folder and its parents, where they don't exist. If that fails, none of the new ones is left.
  ///
  /// - Parameter permissions: before the umask.
  /// - Returns: the folders that were created, the innermost last.
  @discardableResult static func makeFolders(
    _ path: FilePath, permissions: mode_t = 0o777
  ) throws(FolderError) -> [FilePath] {
    do throws(Errno) {
      return try makeFolder(path, permissions)
    } catch {
      let parent = path.removingLastComponent()
      guard error == .noSuchFileOrDirectory, !parent.isEmpty, parent != path else {
        throw FolderError(path: path, errno: error)
      }
      let made = try makeFolders(parent, permissions: permissions)
      do throws(Errno) {
        return made + (try makeFolder(path, permissions))
      } catch {
        removeFolders(made)
        throw FolderError(path: path, errno: error)
      }
    }
  }

  /// Creates a folder, unless it exists: another writer may just have created it.
  ///
  /// - Throws: `fileExists` for a symbolic link that leads nowhere.
  private static func makeFolder(_ path: FilePath, _ permissions: mode_t) throws(Errno) -> [FilePath] {
    do throws(Errno) {
      try check { unsafe path.withPlatformString { unsafe mkdir($0, permissions) } }
      return [path]
    } catch .fileExists {
      do throws(Errno) {
        guard try status(path).type == .directory else { throw .notDirectory }
        return []
      } catch .noSuchFileOrDirectory {
        throw isLink(path) ? .fileExists : .noSuchFileOrDirectory
      }
    }
  }

  /// Removes folders that turned out not to be needed, the last one first, as long as they are empty.
  static func removeFolders(_ paths: [FilePath]) {
    for path in paths.reversed() {
      guard unsafe path.withPlatformString({ unsafe rmdir($0) }) == 0 else { return }
    }
  }

  /// The status of what is at a path, following links by default.
  static func status(_ path: FilePath, followsLinks: Bool = true) throws(Errno) -> Stat {
    try Stat(path, followTargetSymlink: followsLinks)
  }

  static func isLink(_ path: FilePath) -> Bool {
    (try? status(path, followsLinks: false))?.type == .symbolicLink
  }

  /// The path with all links resolved.
  static func resolved(_ path: FilePath) throws(Errno) -> FilePath {
    guard let text = unsafe path.withPlatformString({ unsafe realpath($0, nil) }) else { throw Errno(rawValue: errno) }
    defer { unsafe free(text) }
    return unsafe FilePath(platformString: text)
  }

  static func opened(_ path: FilePath, _ options: FileDescriptor.OpenOptions) throws(Errno) -> FileDescriptor {
    do {
      return try FileDescriptor.open(path, .readOnly, options: options)
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  /// Makes a system call again until it is not interrupted.
  ///
  /// - Parameter call: returns 0 for success, and sets `errno` otherwise.
  static func check(_ call: () -> CInt) throws(Errno) {
    while call() != 0 {
      let code = Errno(rawValue: errno)
      if code != .interrupted { throw code }
    }
  }
}

/// A folder could not be created.
struct FolderError: Error, Hashable, Sendable {
  /// The folder or one of its parents.
  let path: FilePath
  let errno: Errno
}

extension FilePath {
  /// The folder that holds it; "." for a bare name.
  var folder: FilePath {
    let parent = removingLastComponent()
    return parent.isEmpty ? "." : parent
  }
}
