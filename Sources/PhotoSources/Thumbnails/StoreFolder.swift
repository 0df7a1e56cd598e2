internal import Glibc
internal import PhotoCodecs
internal import Synchronization
internal import SystemPackage

/// An open folder of the thumbnail store. Links out of it are not followed. Closes the folder when it is destroyed.
struct StoreFolder: ~Copyable {
  private static let writes = Atomic(0)

  private let descriptor: FileDescriptor

  private init(owning descriptor: FileDescriptor) { self.descriptor = descriptor }

  deinit { try? descriptor.close() }

  /// Opens a folder; nil if there is none, or a link instead.
  static func open(_ path: FilePath) -> StoreFolder? {
    let options: FileDescriptor.OpenOptions = [.directory, .noFollow, .closeOnExec]
    guard let descriptor = try? FileDescriptor.open(path, .readOnly, options: options) else { return nil }
    return StoreFolder(owning: descriptor)
  }

  /// The same; makes the folder, and those above it, for this user alone where they are missing.
  static func make(_ path: FilePath) throws(Errno) -> StoreFolder {
    if let folder = open(path) { return folder }
    try path.makePrivateFolders()
    guard let folder = open(path) else { throw .notDirectory }
    return folder
  }

  /// Opens a regular file for reading; nil if there is none.
  func file(_ name: FilePath) -> PhotoFile? { try? PhotoFile.open(name, in: descriptor) }

  /// Writes a file that only this user can read, at once or not at all.
  func write(_ bytes: [UInt8], to name: FilePath) throws(Errno) {
    let number = Self.writes.add(1, ordering: .relaxed).newValue
    let temporary = FilePath(name.string + ".\(getpid())-\(number)")
    do throws(Errno) {
      try create(temporary, bytes)
      try check(
        unsafe temporary.withPlatformString { temporary in
          unsafe name.withPlatformString { name in
            unsafe renameat(descriptor.rawValue, temporary, descriptor.rawValue, name)
          }
        })
    } catch {
      _ = unsafe temporary.withPlatformString { unsafe unlinkat(descriptor.rawValue, $0, 0) }
      throw error
    }
  }

  private func create(_ name: FilePath, _ bytes: [UInt8]) throws(Errno) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let opened = unsafe name.withPlatformString { unsafe openat(descriptor.rawValue, $0, flags, 0o600) }
    try check(opened)
    let file = FileDescriptor(rawValue: opened)
    do {
      _ = try file.closeAfter { try file.writeAll(bytes) }
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  private func check(_ result: Int32) throws(Errno) {
    if result < 0 { throw Errno(rawValue: errno) }
  }
}
