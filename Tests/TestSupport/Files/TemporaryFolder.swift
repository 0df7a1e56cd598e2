import Glibc
package import SystemPackage

/// A new folder in `$TMPDIR` (else `/tmp`), removed with everything in it when this object goes
/// away.
///
/// Names are relative to the folder and may lead into folders below it. All errors thrown are
/// `Errno`.
package final class TemporaryFolder: Sendable {
  /// The folder's absolute path.
  package let path: FilePath

  package init() throws {
    let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    // What mkdtemp replaces by a name of its own.
    let template = String(repeating: "X", count: 6)
    var name = Array("\(parent)/collage-test-\(template)".utf8CString)
    guard unsafe mkdtemp(&name) != nil else { throw Errno(rawValue: errno) }
    path = FilePath(platformString: name)
  }

  deinit { try? path.removeTree() }

  /// The absolute path as text.
  package var string: String { path.string }

  /// The absolute path of the file with this name, whether it exists or not.
  package func path(of name: FilePath) -> FilePath { path.pushing(name) }

  /// Creates or replaces a file with these bytes, readable by all, and returns its absolute path.
  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, to name: FilePath) throws -> FilePath {
    let path = path(of: name)
    let file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .truncate, .closeOnExec],
      permissions: FilePermissions(rawValue: 0o644))
    _ = try file.closeAfter { try file.writeAll(bytes) }
    return path
  }

  /// Makes a folder and returns its absolute path; the one above it must exist.
  @discardableResult
  package func makeFolder(_ name: FilePath) throws -> FilePath {
    let path = path(of: name)
    try check(unsafe path.withPlatformString { unsafe mkdir($0, 0o755) })
    return path
  }

  /// Makes a symbolic link; a relative target is taken from the link's own folder, and need not
  /// exist.
  package func makeSymbolicLink(_ name: FilePath, to target: FilePath) throws {
    try check(
      unsafe target.withPlatformString { target in
        unsafe path(of: name).withPlatformString { unsafe symlink(target, $0) }
      })
  }

  /// Gives a file of this folder a second name.
  package func makeHardLink(_ name: FilePath, to existing: FilePath) throws {
    try check(
      unsafe path(of: existing).withPlatformString { existing in
        unsafe path(of: name).withPlatformString { unsafe link(existing, $0) }
      })
  }

  /// Makes a named pipe that nobody has open.
  package func makePipe(_ name: FilePath) throws {
    try check(unsafe path(of: name).withPlatformString { unsafe mkfifo($0, 0o644) })
  }

  package func rename(_ name: FilePath, to newName: FilePath) throws {
    try check(
      unsafe path(of: name).withPlatformString { old in
        unsafe path(of: newName).withPlatformString { new in unsafe Glibc.rename(old, new) }
      })
  }

  /// Removes a file, or a folder with everything in it.
  package func remove(_ name: FilePath) throws { try path(of: name).removeTree() }

  /// Sets the permissions of a file or folder; they don't apply to the superuser.
  package func setPermissions(_ permissions: FilePermissions, of name: FilePath) throws {
    try check(unsafe path(of: name).withPlatformString { unsafe chmod($0, permissions.rawValue) })
  }

  /// All bytes of a file.
  package func read(_ name: FilePath) throws -> [UInt8] { try path(of: name).readFile() }

  /// Where programs whose home the folder is keep what they remember between runs.
  static let memory = ".local"

  /// The sorted names in the folder, or in one below it, hidden ones too but not `.` and `..`, nor
  /// the folder's own `.local`, where programs keep what they remember between runs.
  package func names(in name: FilePath = "") throws -> [String] {
    let names = try path(of: name).entryNames().map(\.string).sorted()
    return name.isEmpty ? names.filter { $0 != Self.memory } : names
  }

  /// Restores the contents that the folder had at that moment, with the permissions that `write`
  /// and `makeFolder` give.
  package func restore(_ snapshot: FolderSnapshot) throws {
    for name in try path.entryNames() { try path.appending(name).removeTree() }
    // A folder's name sorts before those in it.
    for (name, content) in snapshot.contents.sorted(by: { $0.key.string < $1.key.string }) {
      switch content {
      case .file(let bytes): try write(bytes, to: name)
      case .folder: try makeFolder(name)
      case .symbolicLink(let target): try makeSymbolicLink(name, to: target)
      case .other: preconditionFailure("\(name) can't be made again")
      }
    }
  }

  /// What is in the folder now, down to the last byte.
  package func snapshot() throws -> FolderSnapshot { try FolderSnapshot(of: path) }

  private func check(_ result: Int32) throws(Errno) {
    if result != 0 { throw Errno(rawValue: errno) }
  }
}
