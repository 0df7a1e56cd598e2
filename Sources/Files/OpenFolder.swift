internal import Glibc
package import SystemPackage

/// An open folder. Names are looked up in this very folder, even if its path leads elsewhere by
/// now, and links in it are followed only on request. It is closed when this value is destroyed.
package struct OpenFolder: ~Copyable {
  /// The path that was opened, for messages only.
  package let path: FilePath
  package let descriptor: FileDescriptor

  private init(owning descriptor: FileDescriptor, at path: FilePath) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { try? descriptor.close() }

  /// Opens the folder that a path leads to.
  package static func open(_ path: FilePath) throws(Errno) -> OpenFolder {
    OpenFolder(owning: try FileSystem.opened(path, .readOnly, .directory), at: path)
  }

  /// Opens a folder that belongs to this user, such as that of a cache.
  ///
  /// - Throws: `notDirectory` also for a link, wherever it leads; `notPermitted` for somebody
  ///   else's folder.
  package static func openPrivate(_ path: FilePath) throws(Errno) -> OpenFolder {
    let folder = OpenFolder(
      owning: try FileSystem.opened(path, .readOnly, [.directory, .noFollow]), at: path)
    guard try Stat(folder.descriptor).userID.rawValue == geteuid() else { throw .notPermitted }
    return folder
  }

  /// Opens a folder that belongs to this user; creates it and its missing parents, readable by this
  /// user only.
  package static func makePrivate(_ path: FilePath) throws(Errno) -> OpenFolder {
    do throws(Errno) {
      return try openPrivate(path)
    } catch .noSuchFileOrDirectory {
      try FileSystem.makePrivateFolders(path)
      return try openPrivate(path)
    }
  }

  /// Opens a folder inside this one.
  ///
  /// - Throws: `notDirectory` also for a symbolic link, wherever it leads.
  package func folder(_ name: FilePath.Component) throws(Errno) -> OpenFolder {
    OpenFolder(
      owning: try opened(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), at: path.appending(name))
  }

  /// A second descriptor of this folder, with locks of its own; the caller must close it.
  func reopened() throws(Errno) -> FileDescriptor { try opened(".", O_RDONLY | O_DIRECTORY) }

  /// Whether files can be created in it.
  package var isWritable: Bool { unsafe faccessat(descriptor.rawValue, ".", W_OK | X_OK, 0) == 0 }

  package func makeFolder(_ name: FilePath.Component) throws(Errno) {
    try unsafe call(name) { unsafe mkdirat($0, $1, 0o777) }
  }

  /// Removes an empty folder.
  package func removeFolder(_ name: FilePath.Component) throws(Errno) {
    try unsafe call(name) { unsafe unlinkat($0, $1, AT_REMOVEDIR) }
  }

  /// Removes anything but a folder. Of a link it removes the link, not the target.
  package func remove(_ name: FilePath.Component) throws(Errno) {
    try unsafe call(name) { unsafe unlinkat($0, $1, 0) }
  }

  /// Creates a symbolic link.
  ///
  /// - Throws: `fileExists` when the name is taken.
  package func makeLink(_ name: FilePath.Component, to target: FilePath) throws(Errno) {
    try unsafe call(name) { folder, name in
      unsafe target.withPlatformString { unsafe symlinkat($0, folder, name) }
    }
  }

  /// The target of a symbolic link; nil for anything else.
  package func linkTarget(_ name: FilePath.Component) throws(Errno) -> FilePath? {
    try FileSystem.target(ofLink: FilePath(root: nil, [name]), in: descriptor)
  }

  package func status(_ name: FilePath.Component, followsLinks: Bool = false) throws(Errno) -> Stat
  {
    try unsafe name.withPlatformString { name in
      Result { () throws(Errno) in
        unsafe try Stat(name, relativeTo: descriptor, flags: followsLinks ? [] : .symlinkNoFollow)
      }
    }.get()
  }

  /// The status of a link or a file; faster than by component, because no path is parsed.
  package func status(named name: String) throws(Errno) -> Stat {
    unsafe try Stat(name, relativeTo: descriptor, flags: .symlinkNoFollow)
  }

  /// Renames a file, inside this folder or into another one, replacing any file with the new name.
  package func move(
    _ name: FilePath.Component, to folder: borrowing OpenFolder, as newName: FilePath.Component
  ) throws(Errno) {
    let target = folder.descriptor.rawValue
    try unsafe call(name) { source, name in
      unsafe newName.withPlatformString { unsafe renameat(source, name, target, $0) }
    }
  }

  /// Updates a file's time of access to now, leaving its time of modification alone.
  package func touch(_ name: FilePath.Component) {
    // UTIME_NOW for the time of access, and UTIME_OMIT for that of modification.
    let used = [
      timespec(tv_sec: 0, tv_nsec: (1 << 30) - 1), timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2),
    ]
    _ = try? unsafe call(name) { unsafe utimensat($0, $1, used, AT_SYMLINK_NOFOLLOW) }
  }

  // MARK: Files

  /// Opens a file for reading; the caller must close it. Pipes and devices are opened, too, without
  /// ever blocking.
  ///
  /// - Throws: `tooManySymbolicLinkLevels` for a link that isn't to be followed.
  package func open(_ name: FilePath.Component, followsLinks: Bool = false) throws(Errno)
    -> FileDescriptor
  {
    try opened(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW))
  }

  /// The same for a name that ends with a NUL, and without an open folder of one's own: faster, and
  /// for several threads at a time. Links are followed.
  ///
  /// - Parameter folder: the descriptor of an open folder.
  package static func open(_ name: UnsafePointer<UInt8>, in folder: FileDescriptor) throws(Errno)
    -> FileDescriptor
  {
    let file = try FileSystem.check {
      unsafe openat(
        folder.rawValue, UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self),
        O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    }
    return FileDescriptor(rawValue: file)
  }

  /// The status of a file or folder by a name that ends with a NUL. Links are followed.
  ///
  /// - Parameter folder: the descriptor of an open folder.
  package static func status(_ name: UnsafePointer<UInt8>, in folder: FileDescriptor) throws(Errno)
    -> Stat
  {
    unsafe try Stat(
      UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self), relativeTo: folder, flags: [])
  }

  /// Creates a file; the caller must close it. By default only this user can read it.
  ///
  /// - Parameter permissions: before the umask.
  /// - Throws: `fileExists` when the name is taken.
  package func create(
    _ name: FilePath.Component, permissions: FilePermissions = .ownerReadWrite
  ) throws(Errno) -> FileDescriptor {
    try opened(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, permissions)
  }

  /// All bytes of a regular file.
  ///
  /// - Throws: `notSupported` for anything but a file, `fileTooLarge` when it has more than `limit`
  ///   bytes.
  package func read(_ name: FilePath.Component, limit: Int) throws(Errno) -> [UInt8] {
    let file = try open(name)
    defer { try? file.close() }
    guard try Stat(file).type == .regular else { throw .notSupported }
    return try file.readToEnd(limit: limit)
  }

  /// Creates a file with these bytes and waits until they are on the disk, if the file system
  /// supports that. If anything fails, the file is removed.
  ///
  /// - Throws: `fileExists` when the name is taken.
  package func write(
    _ bytes: [UInt8], to name: FilePath.Component, permissions: FilePermissions = .all
  ) throws(Errno) {
    let file = try create(name, permissions: permissions)
    do throws(Errno) {
      try FileSystem.typed {
        try file.closeAfter {
          try file.writeAll(bytes)
          _ = try FileSystem.synchroniseIfSupported(file)
          try FileSystem.flush(file)
        }
      }
    } catch {
      try? remove(name)
      throw error
    }
  }

  /// Writes a file atomically, replacing any file of that name. By default only this user can read
  /// it, and nothing waits for the disk.
  ///
  /// - Parameters:
  ///   - temporary: the file's name until it is complete; it is locked until then.
  ///   - folder: where it has that name.
  ///   - finish: called with the complete file before it gets its final name.
  package func replace(
    _ name: FilePath.Component, with bytes: [UInt8], by temporary: FilePath.Component,
    in folder: borrowing OpenFolder,
    finish: (FileDescriptor) throws(Errno) -> Void = { _ throws(Errno) in }
  ) throws(Errno) {
    let file = try folder.create(temporary)
    defer { try? file.close() }
    do throws(Errno) {
      _ = try? FileSystem.lock(file)
      _ = try FileSystem.typed { try file.writeAll(bytes) }
      try finish(file)
      try FileSystem.flush(file)
      try folder.move(temporary, to: self, as: name)
    } catch {
      try? folder.remove(temporary)
      throw error
    }
  }

  /// Waits until the names in the folder are on the disk, if the file system supports that.
  package func synchronise() throws(Errno) {
    do throws(Errno) {
      try FileSystem.synchronise(descriptor)
    } catch let errno where FileSystem.isUnsupported(errno) {
      // Some file systems don't support this for folders.
    }
  }

  private func opened(
    _ name: FilePath.Component, _ flags: Int32, _ permissions: FilePermissions = []
  ) throws(Errno) -> FileDescriptor {
    let file = try unsafe call(name) {
      unsafe openat($0, $1, flags | O_CLOEXEC, permissions.rawValue)
    }
    return FileDescriptor(rawValue: file)
  }

  /// Makes a system call with this folder and a name in it.
  @discardableResult
  private func call(
    _ name: FilePath.Component, _ body: (CInt, UnsafePointer<CInterop.PlatformChar>) -> CInt
  ) throws(Errno) -> CInt {
    try FileSystem.check { unsafe name.withPlatformString { unsafe body(descriptor.rawValue, $0) } }
  }
}
