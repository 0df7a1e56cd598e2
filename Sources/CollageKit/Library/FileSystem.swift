internal import CLinux
internal import Glibc
internal import SystemPackage

/// The few system calls that swift-system lacks, with typed errors and raw paths.
enum FileSystem {
  /// Moves a file to a name that must be free; atomic, and never replaces anything.
  ///
  /// - Throws: `fileExists` when the name is taken.
  static func rename(_ source: FilePath, toFree target: FilePath) throws(Errno) {
    do throws(Errno) {
      try rename(source, target, flags: UInt32(CLINUX_RENAME_NOREPLACE))
    } catch let errno where isUnsupported(errno) {
      // Old network and foreign file systems: a hard link never replaces either.
      try check {
        unsafe source.withPlatformString { from in unsafe target.withPlatformString { unsafe link(from, $0) } }
      }
      try remove(source)
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
    try rename(source, target, flags: 0)
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

  /// Makes a folder and those above it, where they are not there yet.
  ///
  /// - Returns: those that were not there, the innermost last.
  @discardableResult static func makeFolders(_ path: FilePath) throws(Errno) -> [FilePath] {
    do throws(Errno) {
      return try makeFolder(path)
    } catch .noSuchFileOrDirectory {
      let parent = path.removingLastComponent()
      guard !parent.isEmpty, parent != path else { throw .noSuchFileOrDirectory }
      return try makeFolders(parent) + makeFolder(path)
    }
  }

  /// Makes a folder, unless there is one: it may be another writer's, just made.
  private static func makeFolder(_ path: FilePath) throws(Errno) -> [FilePath] {
    do throws(Errno) {
      try check { unsafe path.withPlatformString { unsafe mkdir($0, 0o777) } }
      return [path]
    } catch .fileExists {
      guard try status(path).type == .directory else { throw .notDirectory }
      return []
    }
  }

  /// Removes folders again that were made in vain, the last one first, as far as they are still empty.
  static func removeFolders(_ paths: [FilePath]) {
    for path in paths.reversed() {
      guard unsafe path.withPlatformString({ unsafe rmdir($0) }) == 0 else { return }
    }
  }

  /// What is in a folder, sorted by name, without "." and "..".
  static func names(in folder: FilePath) throws(Errno) -> [FilePath.Component] {
    guard let stream = unsafe folder.withPlatformString({ unsafe opendir($0) }) else { throw Errno(rawValue: errno) }
    defer { unsafe closedir(stream) }
    var names: [FilePath.Component] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CInterop.PlatformChar.self, capacity: 256) {
          unsafe FilePath.Component(platformString: $0)
        }
      }
      if let name, name.kind == .regular { names.append(name) }
    }
    return names.sorted { $0.string < $1.string }
  }

  /// What is at a path, links followed unless told otherwise.
  static func status(_ path: FilePath, followsLinks: Bool = true) throws(Errno) -> Stat {
    try Stat(path, followTargetSymlink: followsLinks)
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
