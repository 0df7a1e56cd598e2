internal import Glibc
package import SystemPackage

/// A lock on a folder against our other runs. Other programs don't respect it.
///
/// It is held as long as this object lives; a process that is killed leaves none behind.
package final class FolderLock: Sendable {
  private let descriptor: FileDescriptor

  private init(owning descriptor: FileDescriptor) { self.descriptor = descriptor }

  deinit { try? descriptor.close() }

  private static let triesPerSecond = 50

  /// Waits for the lock. Where locks are unsupported, nothing is locked.
  ///
  /// - Returns: nil when another run still holds it after so many seconds.
  /// - Throws: when the folder can't be opened.
  package static func acquire(_ folder: FilePath, waiting seconds: Int) throws(Errno) -> FolderLock?
  {
    acquire(try FileSystem.opened(folder, .readOnly, .directory), waiting: seconds)
  }

  /// The same for a folder that is open, whatever has its name by now.
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

  /// Waits for the lock for about a second; after that, or where locks are unsupported, proceeds
  /// without it.
  package static func hold<Value, Failure>(
    _ folder: FilePath, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let lock = try? acquire(folder, waiting: 1)
    defer { withExtendedLifetime(lock) {} }
    return try body()
  }
}
