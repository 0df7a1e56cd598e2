internal import Glibc
internal import PhotoCodecs
internal import Synchronization
internal import SystemPackage

/// An open folder of this user's own, such as one of a cache. Names are looked up in this very folder, whatever its path
/// leads to meanwhile, and links in it are never followed. Closes the folder when it is destroyed.
struct PrivateFolder: ~Copyable {
  private static let writes = Atomic(0)

  private let descriptor: FileDescriptor

  private init(owning descriptor: FileDescriptor) { self.descriptor = descriptor }

  deinit { try? descriptor.close() }

  /// Opens a folder.
  ///
  /// - Throws: `notDirectory` also for a link, wherever it leads; `notPermitted` for somebody else's folder.
  static func open(_ path: FilePath) throws(Errno) -> PrivateFolder {
    let options: FileDescriptor.OpenOptions = [.directory, .noFollow, .closeOnExec]
    let descriptor: FileDescriptor
    do {
      descriptor = try FileDescriptor.open(path, .readOnly, options: options)
    } catch {
      throw error as? Errno ?? .ioError
    }
    let folder = PrivateFolder(owning: descriptor)
    guard try Stat(descriptor).userID.rawValue == geteuid() else { throw .notPermitted }
    return folder
  }

  /// The same; makes the folder, and those above it, for this user alone where they are missing.
  static func make(_ path: FilePath) throws(Errno) -> PrivateFolder {
    do throws(Errno) {
      return try open(path)
    } catch .noSuchFileOrDirectory {
      try path.makePrivateFolders()
      return try open(path)
    }
  }

  /// Whether files can be made in it.
  var isWritable: Bool { unsafe faccessat(descriptor.rawValue, ".", W_OK | X_OK, 0) == 0 }

  /// Its names, from the first one.
  func reader() throws(Errno) -> FolderReader { try FolderReader(of: opened(".", O_RDONLY | O_DIRECTORY)) }

  func status(_ name: String) throws(Errno) -> Stat {
    try unsafe name.withPlatformString { name in
      Result { () throws(Errno) in unsafe try Stat(name, relativeTo: descriptor, flags: .symlinkNoFollow) }
    }.get()
  }

  /// Opens a regular file for reading; nil if there is none.
  func file(_ name: String) -> PhotoFile? { try? PhotoFile.open(FilePath(name), in: descriptor) }

  /// The same, for the caller to close. Never blocks on pipes and devices, which are opened, too.
  func open(_ name: String) throws(Errno) -> FileDescriptor {
    try opened(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
  }

  /// Creates a file that only this user can read, for the caller to close.
  ///
  /// - Throws: `fileExists` when the name is taken.
  func create(_ name: String) throws(Errno) -> FileDescriptor {
    try opened(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
  }

  /// Writes a file that only this user can read, at once or not at all.
  func write(_ bytes: [UInt8], to name: String) throws(Errno) {
    let number = Self.writes.add(1, ordering: .relaxed).newValue
    let temporary = "\(name).\(getpid())-\(number)"
    do throws(Errno) {
      let file = try create(temporary)
      do {
        _ = try file.closeAfter { try file.writeAll(bytes) }
      } catch {
        throw error as? Errno ?? .ioError
      }
      try move(temporary, to: self, as: name)
    } catch {
      try? remove(temporary)
      throw error
    }
  }

  /// Gives a file another name, in this folder or another one, replacing what has it.
  func move(_ name: String, to folder: borrowing PrivateFolder, as newName: String) throws(Errno) {
    try check(
      unsafe name.withPlatformString { name in
        unsafe newName.withPlatformString { newName in
          unsafe renameat(descriptor.rawValue, name, folder.descriptor.rawValue, newName)
        }
      })
  }

  /// Removes anything but a folder; a link itself, not what it leads to.
  func remove(_ name: String) throws(Errno) {
    try check(unsafe name.withPlatformString { unsafe unlinkat(descriptor.rawValue, $0, 0) })
  }

  /// Notes that a file has been used, without changing its time of modification.
  func touch(_ name: String) {
    // UTIME_NOW for the time of use, and UTIME_OMIT for that of modification.
    let used = [timespec(tv_sec: 0, tv_nsec: (1 << 30) - 1), timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2)]
    _ = unsafe name.withPlatformString { unsafe utimensat(descriptor.rawValue, $0, used, AT_SYMLINK_NOFOLLOW) }
  }

  private func opened(_ name: String, _ flags: Int32) throws(Errno) -> FileDescriptor {
    let opened = unsafe name.withPlatformString { unsafe openat(descriptor.rawValue, $0, flags | O_CLOEXEC, 0o600) }
    try check(opened)
    return FileDescriptor(rawValue: opened)
  }

  private func check(_ result: Int32) throws(Errno) {
    if result < 0 { throw Errno(rawValue: errno) }
  }
}
