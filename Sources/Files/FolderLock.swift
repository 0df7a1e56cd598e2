internal import Glibc
package import SystemPackage

/// A lock on a folder that keeps other runs of this program out. Other programs don't respect it.
///
/// It is held as long as this object lives; a process that is killed leaves no lock behind.
package final class FolderLock: Sendable {
  private let descriptor: FileDescriptor

  private init(owning descriptor: FileDescriptor) { self.descriptor = descriptor }

  deinit { try? descriptor.close() }

  private static let triesPerSecond = 50

  /// Waits for the lock. If the file system has no locks, nothing is locked.
  ///
  /// - Returns: nil if another run still holds the lock after so many seconds.
  /// - Throws: when the folder can't be opened.
  package static func acquire(_ folder: FilePath, waiting seconds: Int) throws(Errno) -> FolderLock?
  {
    acquire(try FileSystem.opened(folder, .readOnly, .directory), waiting: seconds)
  }

  /// Waits for the lock on an open folder, even if it has been renamed since it was opened;
  /// otherwise as above.
  package static func acquire(_ folder: borrowing OpenFolder, waiting seconds: Int) throws(Errno)
    -> FolderLock?
  {
    acquire(try folder.reopened(), waiting: seconds)
  }

  private static func acquire(_ descriptor: FileDescriptor, waiting seconds: Int) -> FolderLock? {
    let lock = FolderLock(owning: descriptor)
    for _ in 0..<seconds * triesPerSecond {
      // Nil where locks are unsupported.
      if (try? FileSystem.lock(lock.descriptor)) != false { return lock }
      usleep(UInt32(1_000_000 / triesPerSecond))
    }
    return nil
  }

  /// Runs `body` while holding the lock. Waits for it for about a second; after that, or without
  /// support for locks, runs `body` all the same.
  package static func hold<Value, Failure>(
    _ folder: FilePath, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let lock = try? acquire(folder, waiting: 1)
    defer { withExtendedLifetime(lock) {} }
    return try body()
  }
}
