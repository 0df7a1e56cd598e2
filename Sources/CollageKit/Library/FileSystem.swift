internal import CLinux
internal import Glibc
internal import SystemPackage

/// The few system calls that swift-system lacks, with typed errors and raw paths.
enum FileSystem {
  /// Moves a file to a name that must be free, and never replaces anything.
  ///
  /// Atomic, but for file systems that can neither do that nor link files: there a file that another program gives the name
  /// at this very moment is lost.
  ///
  /// - Throws: `fileExists` when the name is taken.
  static func rename(_ source: FilePath, toFree target: FilePath) throws(Errno) {
    do throws(Errno) {
      try rename(source, target, flags: UInt32(CLINUX_RENAME_NOREPLACE))
    } catch let errno where isUnsupported(errno) {
      try link(source, toFree: target)
    }
  }

  /// For old network and foreign file systems: a hard link never replaces either.
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

  /// What file systems without hard links say when they are asked for one.
  private static func lacksLinks(_ errno: Errno) -> Bool {
    [.notPermitted, .ioError, .improperLink, .tooManyLinks].contains(errno)
  }

  private static func exists(_ path: FilePath) throws(Errno) -> Bool {
    do throws(Errno) {
      _ = try status(path, followsLinks: false)
      return true
    } catch .noSuchFileOrDirectory {
      return false
    }
  }

  /// Two files change names in one step; nil, and nothing done, where the file system can't.
  static func exchange(_ first: FilePath, _ second: FilePath) throws(Errno) -> Void? {
    do throws(Errno) {
      return try rename(first, second, flags: UInt32(CLINUX_RENAME_EXCHANGE))
    } catch let errno where isUnsupported(errno) {
      return nil
    }
  }

  /// Moves a file over whatever has the name `target`.
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

  private static func isUnsupported(_ errno: Errno) -> Bool {
    errno == .invalidArgument || errno == .noFunction || errno == .notSupported
  }

  static func remove(_ path: FilePath) throws(Errno) {
    try check { unsafe path.withPlatformString { unsafe unlink($0) } }
  }

  /// Waits until everything written to the descriptor is on the disk.
  static func synchronise(_ descriptor: FileDescriptor) throws(Errno) {
    try check { fsync(descriptor.rawValue) }
  }

  /// Waits until the names in a folder are on the disk, where the file system can do that and the folder may be read.
  static func synchroniseFolder(_ path: FilePath) throws(Errno) {
    do throws(Errno) {
      let descriptor = try opened(path, [.directory, .closeOnExec])
      defer { try? descriptor.close() }
      try synchronise(descriptor)
    } catch let errno where isUnsupported(errno) || errno == .permissionDenied {
      // Some file systems take no such order for a folder, and a folder that may only be written to can't be opened.
    }
  }

  /// Hears of what writing it has left to fail: some file systems tell only when a descriptor is closed.
  static func flush(_ descriptor: FileDescriptor) throws(Errno) {
    let copy = fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw Errno(rawValue: errno) }
    // Linux closes it even where it says that it was interrupted.
    guard close(copy) == 0 || errno == EINTR else { throw Errno(rawValue: errno) }
  }

  /// Takes the file for this process alone, until its descriptor is closed; false when another has it.
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

  /// Makes a folder and those above it, where they are not there yet. If that fails, none of them is left.
  ///
  /// - Returns: those that were not there, the innermost last.
  @discardableResult static func makeFolders(_ path: FilePath) throws(FolderError) -> [FilePath] {
    do throws(Errno) {
      return try makeFolder(path)
    } catch {
      let parent = path.removingLastComponent()
      guard error == .noSuchFileOrDirectory, !parent.isEmpty, parent != path else {
        throw FolderError(path: path, errno: error)
      }
      let made = try makeFolders(parent)
      do throws(Errno) {
        return made + (try makeFolder(path))
      } catch {
        removeFolders(made)
        throw FolderError(path: path, errno: error)
      }
    }
  }

  /// Makes a folder, unless there is one: it may be another writer's, just made.
  ///
  /// - Throws: `fileExists` for a symbolic link that leads nowhere.
  private static func makeFolder(_ path: FilePath) throws(Errno) -> [FilePath] {
    do throws(Errno) {
      try check { unsafe path.withPlatformString { unsafe mkdir($0, 0o777) } }
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

  /// Removes folders again that were made in vain, the last one first, as far as they are still empty.
  static func removeFolders(_ paths: [FilePath]) {
    for path in paths.reversed() {
      guard unsafe path.withPlatformString({ unsafe rmdir($0) }) == 0 else { return }
    }
  }

  /// What is at a path, links followed unless told otherwise.
  static func status(_ path: FilePath, followsLinks: Bool = true) throws(Errno) -> Stat {
    try Stat(path, followTargetSymlink: followsLinks)
  }

  static func isLink(_ path: FilePath) -> Bool {
    (try? status(path, followsLinks: false))?.type == .symbolicLink
  }

  /// The path with every link in it followed.
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

  private static func check(_ call: () -> CInt) throws(Errno) {
    while call() != 0 {
      let code = Errno(rawValue: errno)
      if code != .interrupted { throw code }
    }
  }
}

/// A folder that can't be made.
struct FolderError: Error, Hashable, Sendable {
  /// It or one above it.
  let path: FilePath
  let errno: Errno
}
