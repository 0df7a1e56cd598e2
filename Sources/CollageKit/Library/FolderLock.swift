internal import Glibc
internal import SystemPackage

/// Locks a folder against our other writers. Other programs don't respect the lock.
enum FolderLock {
  private static let maxTries = 50
  private static let microsecondsBetween: UInt32 = 20_000

  /// Waits for the lock for about a second; after that, or where locks are unsupported, proceeds without it.
  static func hold<Value, Failure>(
    _ folder: FilePath, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let descriptor = try? FileSystem.opened(folder, [.directory, .closeOnExec])
    defer { try? descriptor?.close() }
    if let descriptor {
      for _ in 0..<maxTries {
        // Nil where locks are unsupported.
        if (try? FileSystem.lock(descriptor)) != false { break }
        usleep(microsecondsBetween)
      }
    }
    return try body()
  }
}
