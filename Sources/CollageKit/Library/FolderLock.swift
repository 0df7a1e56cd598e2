internal import Glibc
internal import SystemPackage

/// Keeps other writers of ours away from a folder's names. Other programs don't ask for it.
enum FolderLock {
  private static let maxTries = 50
  private static let microsecondsBetween: UInt32 = 20_000

  /// Waits for the lock about a second; then, and where files can't be locked, goes on without it.
  static func hold<Value, Failure>(
    _ folder: FilePath, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let descriptor = try? FileSystem.opened(folder, [.directory, .closeOnExec])
    defer { try? descriptor?.close() }
    if let descriptor {
      for _ in 0..<maxTries {
        // Nil where there are no locks.
        if (try? FileSystem.lock(descriptor)) != false { break }
        usleep(microsecondsBetween)
      }
    }
    return try body()
  }
}
