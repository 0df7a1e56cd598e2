internal import Glibc
internal import SystemPackage

/// An open folder. Names are looked up in this very folder, whatever its path leads to meanwhile, and links in it are
/// never followed. Closed when it is destroyed.
struct OpenFolder: ~Copyable {
  /// For messages.
  let path: FilePath
  let descriptor: FileDescriptor

  private init(owning descriptor: FileDescriptor, path: FilePath) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { try? descriptor.close() }

  /// Opens the folder that a path leads to.
  static func open(_ path: FilePath) throws(Errno) -> OpenFolder {
    OpenFolder(owning: try FileSystem.opened(path, [.directory, .closeOnExec]), path: path)
  }

  /// Opens a folder in this one.
  ///
  /// - Throws: `notDirectory` also for a symbolic link, wherever it leads.
  func folder(_ name: FilePath.Component) throws(Errno) -> OpenFolder {
    OpenFolder(owning: try opened(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), path: path.appending(name))
  }

  func makeFolder(_ name: FilePath.Component, permissions: mode_t = 0o777) throws(Errno) {
    try FileSystem.check { unsafe name.withPlatformString { unsafe mkdirat(descriptor.rawValue, $0, permissions) } }
  }

  /// Removes an empty folder.
  func removeFolder(_ name: FilePath.Component) throws(Errno) {
    try FileSystem.check { unsafe name.withPlatformString { unsafe unlinkat(descriptor.rawValue, $0, AT_REMOVEDIR) } }
  }

  /// Removes anything but a folder; a link itself, not what it leads to.
  func remove(_ name: FilePath.Component) throws(Errno) {
    try FileSystem.check { unsafe name.withPlatformString { unsafe unlinkat(descriptor.rawValue, $0, 0) } }
  }

  /// Makes a symbolic link.
  ///
  /// - Throws: `fileExists` when the name is taken.
  func makeLink(_ name: FilePath.Component, to target: FilePath) throws(Errno) {
    try FileSystem.check {
      unsafe target.withPlatformString { target in
        unsafe name.withPlatformString { unsafe symlinkat(target, descriptor.rawValue, $0) }
      }
    }
  }

  /// What a symbolic link says; nil for anything else. Longer targets than a path can be are cut off.
  func linkTarget(_ name: FilePath.Component) throws(Errno) -> FilePath? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = unsafe name.withPlatformString { name in
      unsafe readlinkat(descriptor.rawValue, name, &target, target.count - 1)
    }
    if count >= 0 { return FilePath(bytes: target[..<count].map { UInt8(bitPattern: $0) }) }
    let code = Errno(rawValue: errno)
    if code == .invalidArgument { return nil }
    throw code
  }

  func status(_ name: FilePath.Component) throws(Errno) -> Stat {
    try unsafe name.withPlatformString { name in
      Result { () throws(Errno) in unsafe try Stat(name, relativeTo: descriptor, flags: .symlinkNoFollow) }
    }.get()
  }

  /// Creates a file with these bytes, and waits until they are on the disk. If that fails, the file is removed.
  ///
  /// - Throws: `fileExists` when the name is taken.
  func write(_ bytes: [UInt8], to name: FilePath.Component, permissions: mode_t = 0o666) throws(Errno) {
    let file = try opened(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions)
    do {
      try file.closeAfter {
        try file.writeAll(bytes)
        try FileSystem.synchronise(file)
        try FileSystem.flush(file)
      }
    } catch {
      try? remove(name)
      throw error as? Errno ?? .ioError
    }
  }

  /// All bytes of a regular file.
  ///
  /// - Throws: `notSupported` for anything but a file, `fileTooLarge` when it has more than `limit` bytes.
  func read(_ name: FilePath.Component, limit: Int) throws(Errno) -> [UInt8] {
    let file = try opened(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
    do {
      return try file.closeAfter {
        guard try Stat(file).type == .regular else { throw Errno.notSupported }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var filled = 0
        while filled < bytes.count {
          let count = try unsafe bytes.withUnsafeMutableBytes { buffer in
            try unsafe file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
          }
          if count == 0 { return Array(bytes[..<filled]) }
          filled += count
        }
        throw Errno.fileTooLarge
      }
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  /// Waits until the names in the folder are on the disk, where the file system supports that.
  func synchronise() throws(Errno) {
    do throws(Errno) {
      try FileSystem.synchronise(descriptor)
    } catch let errno where FileSystem.isUnsupported(errno) {
      // Some file systems don't support this for folders.
    }
  }

  /// The names in the folder, in the order of their bytes.
  func names() throws(Errno) -> [FilePath.Component] {
    var names: [[UInt8]] = []
    try forEachName { name, _ in
      names.append(Array(copying: name))
      return true
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }.map { FilePath(bytes: $0).lastComponent! }
  }

  /// Passes on the bytes of each name, and its kind if the file system reports it, in no order, without "." and "..".
  ///
  /// Not to be called again in `body`.
  ///
  /// - Parameter body: returns false to stop.
  /// - Throws: also when the folder can't be read to its end.
  func forEachName(_ body: (Span<UInt8>, FolderEntry.Kind?) -> Bool) throws(Errno) {
    // Closed with the stream.
    let copy = fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw Errno(rawValue: errno) }
    guard let stream = unsafe fdopendir(copy) else {
      let code = Errno(rawValue: errno)
      close(copy)
      throw code
    }
    defer { unsafe closedir(stream) }
    // The copy goes on where the last one ended.
    unsafe rewinddir(stream)
    unsafe try FileSystem.forEachName(in: stream, body)
  }

  private func opened(
    _ name: FilePath.Component, _ flags: Int32, _ permissions: mode_t = 0
  ) throws(Errno) -> FileDescriptor {
    var result: CInt = -1
    try FileSystem.check {
      result = unsafe name.withPlatformString {
        unsafe openat(descriptor.rawValue, $0, flags | O_CLOEXEC, permissions)
      }
      return result < 0 ? -1 : 0
    }
    return FileDescriptor(rawValue: result)
  }
}

extension Array where Element == UInt8 {
  init(copying bytes: Span<UInt8>) {
    self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
  }
}
