internal import CLinux
internal import Glibc
package import SystemPackage

/// The system calls that swift-system lacks, or whose errors it leaves untyped.
package enum FileSystem {
  /// Moves a file to a name that must be free, and never replaces anything.
  ///
  /// Atomic, except on file systems that support neither this nor hard links: there an empty file
  /// has the name for a moment, and keeps it if the program is killed in that moment.
  ///
  /// - Throws: `fileExists` when the name is taken.
  package static func rename(_ source: FilePath, toFree target: FilePath) throws(Errno) {
    do throws(Errno) {
      try rename(source, target, flags: UInt32(CLINUX_RENAME_NOREPLACE))
    } catch let errno where isUnsupported(errno) {
      try link(source, toFree: target)
    }
  }

  /// For old network file systems and those of other systems: creating a hard link never replaces a
  /// file either.
  private static func link(_ source: FilePath, toFree target: FilePath) throws(Errno) {
    do throws(Errno) {
      try unsafe check(source, target) { unsafe Glibc.link($0, $1) }
    } catch let errno where isUnsupported(errno) || lacksHardLinks(errno) {
      return try reserve(target, for: source)
    }
    do throws(Errno) {
      try remove(source)
    } catch {
      try? remove(target)
      throw error
    }
  }

  /// The errors that file systems without hard links return.
  private static func lacksHardLinks(_ errno: Errno) -> Bool {
    [.notPermitted, .ioError, .improperLink, .tooManyLinks].contains(errno)
  }

  /// Whether an error says that the file system can't make symbolic links.
  package static func lacksSymbolicLinks(_ errno: Errno) -> Bool {
    // FAT's drivers return EPERM. So does a folder in which nothing may be created, for files as
    // well.
    isUnsupported(errno) || errno == .notPermitted
  }

  /// Moves a file if neither a hard link nor a special rename can protect others: an empty file
  /// takes the name first, because creating one never replaces anything.
  private static func reserve(_ target: FilePath, for source: FilePath) throws(Errno) {
    if try status(source)?.type == .directory {
      // Renaming a folder never replaces a file, nor a folder that isn't empty.
      return try FolderLock.hold(target.folder) { () throws(Errno) in
        if try exists(target) { throw .fileExists }
        try rename(source, over: target)
      }
    }
    let placeholder = try opened(
      target, .writeOnly, [.create, .exclusiveCreate], permissions: .ownerReadWrite)
    defer { try? placeholder.close() }
    do throws(Errno) {
      try rename(source, over: target)
    } catch {
      // Another program may have written to it, or put another file in its place.
      if let status = try? status(target), status.size == 0, let own = try? Stat(placeholder),
        status.inode == own.inode, status.deviceID == own.deviceID
      {
        try? remove(target)
      }
      throw error
    }
  }

  /// The status of the file, folder or link at a path; links are not followed. Nil if there is
  /// nothing.
  package static func status(_ path: FilePath) throws(Errno) -> Stat? {
    do throws(Errno) {
      return try path.stat(followTargetSymlink: false)
    } catch .noSuchFileOrDirectory {
      return nil
    }
  }

  package static func exists(_ path: FilePath) throws(Errno) -> Bool { try status(path) != nil }

  /// Swaps the names of two files atomically; nil, with nothing done, where the file system can't.
  package static func exchange(_ first: FilePath, _ second: FilePath) throws(Errno) -> Void? {
    do throws(Errno) {
      return try rename(first, second, flags: UInt32(CLINUX_RENAME_EXCHANGE))
    } catch let errno where isUnsupported(errno) {
      return nil
    }
  }

  /// Gives a file a second name, which must be free; nil, with nothing done, where the file system
  /// can't.
  package static func link(_ source: FilePath, as target: FilePath) throws(Errno) -> Void? {
    do throws(Errno) {
      try unsafe check(source, target) { unsafe Glibc.link($0, $1) }
      return ()
    } catch let errno where isUnsupported(errno) || lacksHardLinks(errno) {
      return nil
    }
  }

  /// Moves a file to `target`, replacing what has that name.
  package static func rename(_ source: FilePath, over target: FilePath) throws(Errno) {
    try unsafe check(source, target) { unsafe Glibc.rename($0, $1) }
  }

  private static func rename(_ source: FilePath, _ target: FilePath, flags: UInt32) throws(Errno) {
    try unsafe check(source, target) { unsafe renameat2(AT_FDCWD, $0, AT_FDCWD, $1, flags) }
  }

  private typealias PathPointer = UnsafePointer<CInterop.PlatformChar>

  private static func check(
    _ source: FilePath, _ target: FilePath, _ call: (PathPointer, PathPointer) -> CInt
  ) throws(Errno) {
    try check {
      unsafe source.withPlatformString { from in
        unsafe target.withPlatformString { unsafe call(from, $0) }
      }
    }
  }

  /// Whether an error says that the file system can't do this at all.
  static func isUnsupported(_ errno: Errno) -> Bool {
    errno == .invalidArgument || errno == .noFunction || errno == .notSupported
  }

  package static func remove(_ path: FilePath) throws(Errno) {
    try check { unsafe path.withPlatformString { unsafe unlink($0) } }
  }

  /// Waits until everything written to the descriptor is on the disk (`fsync`).
  package static func synchronise(_ descriptor: FileDescriptor) throws(Errno) {
    try check { fsync(descriptor.rawValue) }
  }

  /// Waits until everything written to the descriptor is on the disk; returns false if the file
  /// system has no such operation, like some in networks and in user space.
  package static func synchroniseIfSupported(_ descriptor: FileDescriptor) throws(Errno) -> Bool {
    do throws(Errno) {
      try synchronise(descriptor)
      return true
    } catch let errno where isUnsupported(errno) {
      return false
    }
  }

  /// Waits until everything on the descriptor's file system is on the disk (`syncfs`).
  package static func synchroniseAll(_ descriptor: FileDescriptor) throws(Errno) {
    try check { syncfs(descriptor.rawValue) }
  }

  /// Waits until the names in a folder are on the disk, if the file system supports that and the
  /// folder is readable.
  package static func synchroniseFolder(_ path: FilePath) throws(Errno) {
    do throws(Errno) {
      try OpenFolder.open(path).synchronise()
    } catch let errno where isUnsupported(errno) || errno == .permissionDenied {
      // A folder that can be written to but not read can't be opened.
    }
  }

  /// Reports errors that some file systems return only when a descriptor is closed, by closing a
  /// copy.
  package static func flush(_ descriptor: FileDescriptor) throws(Errno) {
    let copy = try copy(of: descriptor)
    // Linux closes the descriptor even when `close` reports an interruption.
    guard close(copy) == 0 || errno == EINTR else { throw Errno(rawValue: errno) }
  }

  package static func copy(
    of descriptor: FileDescriptor, from lowest: CInt = 0
  ) throws(Errno) -> CInt {
    let copy = fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, lowest)
    guard copy >= 0 else { throw Errno(rawValue: errno) }
    return copy
  }

  /// Locks the file for this process until its descriptor is closed; false when another process
  /// holds the lock.
  package static func lock(_ descriptor: FileDescriptor) throws(Errno) -> Bool {
    do throws(Errno) {
      try check { flock(descriptor.rawValue, LOCK_EX | LOCK_NB) }
      return true
    } catch .wouldBlock {
      return false
    }
  }

  /// Creates a folder and its missing parents. If that fails, none of the new folders is left.
  ///
  /// - Parameter permissions: before the umask.
  /// - Returns: the folders that were created, the innermost last.
  @discardableResult package static func makeFolders(
    _ path: FilePath, permissions: FilePermissions = FilePermissions(rawValue: 0o777)
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

  /// Creates a folder and its missing parents, readable by this user only.
  package static func makePrivateFolders(_ path: FilePath) throws(Errno) {
    do throws(FolderError) {
      try makeFolders(path, permissions: .ownerReadWriteExecute)
    } catch {
      throw error.errno
    }
  }

  /// Creates a folder unless it exists: another program may just have created it.
  ///
  /// - Throws: `fileExists` for a symbolic link that leads nowhere.
  private static func makeFolder(_ path: FilePath, _ permissions: FilePermissions) throws(Errno)
    -> [FilePath]
  {
    do throws(Errno) {
      try check { unsafe path.withPlatformString { unsafe mkdir($0, permissions.rawValue) } }
      return [path]
    } catch .fileExists {
      do throws(Errno) {
        guard try path.stat().type == .directory else { throw .notDirectory }
        return []
      } catch .noSuchFileOrDirectory {
        throw isLink(path) ? .fileExists : .noSuchFileOrDirectory
      }
    }
  }

  /// Removes folders that turned out not to be needed, the last one first; stops at one that isn't
  /// empty.
  package static func removeFolders(_ paths: [FilePath]) {
    for path in paths.reversed() {
      guard unsafe path.withPlatformString({ unsafe rmdir($0) }) == 0 else { return }
    }
  }

  package static func isLink(_ path: FilePath) -> Bool {
    (try? path.stat(followTargetSymlink: false))?.type == .symbolicLink
  }

  /// The target of a symbolic link; nil for anything else. A target longer than any path may be is
  /// cut short.
  ///
  /// - Parameter folder: where a relative path starts; nil for the working folder.
  package static func target(ofLink path: FilePath, in folder: FileDescriptor? = nil) throws(Errno)
    -> FilePath?
  {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = unsafe path.withPlatformString { path in
      unsafe readlinkat(folder?.rawValue ?? AT_FDCWD, path, &target, target.count - 1)
    }
    if count >= 0 { return FilePath(bytes: target[..<count].map { UInt8(bitPattern: $0) }) }
    let code = Errno(rawValue: errno)
    if code == .invalidArgument { return nil }
    throw code
  }

  /// The path with all links resolved.
  package static func resolved(_ path: FilePath) throws(Errno) -> FilePath {
    guard let text = unsafe path.withPlatformString({ unsafe realpath($0, nil) }) else {
      throw Errno(rawValue: errno)
    }
    defer { unsafe free(text) }
    return unsafe FilePath(platformString: text)
  }

  /// Opens a file or folder, for reading by default. Child processes don't inherit the descriptor.
  ///
  /// - Parameter permissions: of a file that is created, before the umask.
  package static func opened(
    _ path: FilePath, _ mode: FileDescriptor.AccessMode = .readOnly,
    _ options: FileDescriptor.OpenOptions = [], permissions: FilePermissions? = nil
  ) throws(Errno) -> FileDescriptor {
    try typed {
      try FileDescriptor.open(
        path, mode, options: options.union(.closeOnExec), permissions: permissions)
    }
  }

  /// Makes a system call again until it is not interrupted.
  ///
  /// - Parameter call: returns a negative number, and sets `errno`, when it fails.
  /// - Returns: what the call returns.
  @discardableResult package static func check(_ call: () -> CInt) throws(Errno) -> CInt {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = Errno(rawValue: errno)
      if code != .interrupted { throw code }
    }
  }

  /// Runs a call of swift-system's descriptors, and gives it the type of the only errors that it
  /// throws.
  package static func typed<Value>(_ body: () throws -> Value) throws(Errno) -> Value {
    do {
      return try body()
    } catch {
      throw error as? Errno ?? .ioError
    }
  }
}

/// A folder could not be created.
package struct FolderError: Error, Hashable, Sendable {
  /// The folder or one of its parents.
  package let path: FilePath
  package let errno: Errno
}

extension FileDescriptor {
  /// All bytes from the current position on.
  ///
  /// - Throws: `fileTooLarge` when there are more than `limit`.
  package func readToEnd(limit: Int) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: min(limit + 1, 64 * 1024))
    while bytes.count <= limit {
      let count = try FileSystem.typed {
        try unsafe piece.withUnsafeMutableBytes { try unsafe read(into: $0) }
      }
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
    throw .fileTooLarge
  }

  /// Fills a buffer with the bytes at `offset`, and returns how many there were; fewer only at the
  /// end of the file.
  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int
  {
    var filled = 0
    while filled < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try FileSystem.typed {
        try unsafe read(fromAbsoluteOffset: Int64(offset + filled), into: rest)
      }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Up to `count` bytes at `offset`; fewer only at the end of the file.
  package func read(at offset: Int, count: Int) throws(Errno) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = unsafe bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(Errno) in try unsafe read(at: offset, into: buffer) }
    }
    bytes.removeLast(count - (try filled.get()))
    return bytes
  }
}

extension FilePermissions {
  /// A new file's permissions before the umask.
  package static let all: FilePermissions = [.ownerReadWrite, .groupReadWrite, .otherReadWrite]
}
