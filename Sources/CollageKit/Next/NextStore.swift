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

  /// So many outputs of a series are known.
  private static let maxOutputs = 16

  /// Notes the file to which a step of this series goes; the lock must be held.
  ///
  /// - Parameter output: an absolute path.
  /// - Returns: another file to which steps went, and which is still there, if this one is new; nil
  ///   for none, and if this one is known.
  package func note(output: FilePath) throws(Errno) -> FilePath? {
    let (name, temporary): (FilePath.Component, FilePath.Component) = ("outputs", ".outputs.new")
    var known: [FilePath] = []
    if let file = try? FileSystem.opened(locked.appending(name), .readOnly) {
      defer { try? file.close() }
      known = try file.readToEnd(limit: 1 << 16).split(separator: 0).map { FilePath(bytes: $0) }
    }
    guard !known.contains(output) else { return nil }
    let text = (known + [output]).suffix(Self.maxOutputs).flatMap { path -> [UInt8] in
      path.bytes + [0]
    }
    let folder = try OpenFolder.open(locked)
    try? folder.remove(temporary)
    try folder.replace(name, with: text, by: temporary, in: folder)
    return known.last { (try? FileSystem.exists($0)) == true }
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
