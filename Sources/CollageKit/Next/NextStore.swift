internal import Files
internal import PhotoCodecs
package import SystemPackage

/// The file in which the state of `collage next` is.
package struct NextStore: Sendable {
  package let file: FilePath
  /// Keeps two steps apart by a lock on it.
  private let locked: FilePath

  /// A hundred thousand photos take 16 megabytes.
  private static let maxBytes = 1 << 30

  /// - Parameter locked: a folder that is created if it isn't there; nil for the file's own, in
  ///   which other states would wait, too.
  package init(_ file: FilePath, locking locked: FilePath? = nil) {
    self.file = file
    self.locked = locked ?? file.folder
  }

  /// A state that was read.
  package struct Opened: Sendable {
    package let state: NextState
    /// Why it begins anew although there is a file; nil if it doesn't.
    package let fault: NextStateFault?
  }

  /// The state in the file; a new one if there is none, or none that can be used.
  package func open() throws(Errno) -> Opened {
    let bytes: [UInt8]
    do throws(Errno) {
      let file = try FileSystem.opened(file, .readOnly)
      defer { try? file.close() }
      bytes = try file.readToEnd(limit: Self.maxBytes)
    } catch .noSuchFileOrDirectory {
      return Opened(state: NextState(), fault: nil)
    }
    do throws(NextStateFault) {
      return Opened(state: try NextState(bytes), fault: nil)
    } catch {
      return Opened(state: NextState(), fault: error)
    }
  }

  /// Replaces the file at once: readers see the old state or the new one.
  package func save(_ state: NextState) throws(Errno) {
    guard let name = file.lastComponent else { throw .isDirectory }
    let temporary = FilePath.Component(".\(name.string).new") ?? name
    let folder = try OpenFolder.open(file.folder)
    // What a run left behind that was killed; the lock keeps others out.
    try? folder.remove(temporary)
    try folder.replace(name, with: state.text, by: temporary, in: folder) { file throws(Errno) in
      _ = try FileSystem.synchroniseIfSupported(file)
    }
    try folder.synchronise()
  }

  /// Keeps other steps out as long as the result lives; nil if another one takes too long.
  package func lock() throws(Errno) -> NextLock? {
    for folder in [file.folder, locked] where try !FileSystem.exists(folder) {
      try FileSystem.makePrivateFolders(folder)
    }
    return try FolderLock.acquire(locked, waiting: 60).map(NextLock.init)
  }
}

/// Keeps other steps out as long as it lives.
package struct NextLock: Sendable {
  private let lock: FolderLock

  fileprivate init(_ lock: FolderLock) { self.lock = lock }
}
