internal import Files
internal import Glibc
internal import PhotoCodecs
internal import SystemPackage

/// A folder of files that only their user can read. It is opened for each use, because it may be
/// removed at any time. A link in its place, or somebody else's folder, is not used.
struct CacheFolder: Sendable {
  /// The names of its files. Files with other names don't belong to the cache and are left alone.
  enum Names: Sendable {
    /// 64 lower-case hexadecimal digits.
    case digests
    /// The names that `createTemporary` makes.
    case temporary

    func contains(_ name: FilePath.Component) -> Bool {
      switch self {
      case .digests: return Digest(hexadecimal: name.string) != nil
      case .temporary:
        let digits = name.string.utf8.dropLast(Self.suffix.utf8.count)
        return name.string.hasSuffix(Self.suffix) && (1...16).contains(digits.count)
          && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
      }
    }

    private static let suffix = ".tmp"

    /// A temporary name that no other file has.
    static func random() -> FilePath.Component {
      FilePath.Component(String(UInt64.random(in: .min ... .max), radix: 16) + suffix)!
    }
  }

  /// The largest small file, in bytes; a larger one doesn't belong to the cache.
  private static let maxEntryBytes = 256 << 10

  let path: FilePath
  private let names: Names

  init(_ path: FilePath, _ names: Names) {
    self.path = path
    self.names = names
  }

  struct File: Sendable {
    let name: FilePath.Component
    /// In bytes.
    let size: Int
    /// When it was last used or created, whichever is later.
    let used: FileTime
  }

  private func open() throws(Errno) -> OpenFolder { try OpenFolder.openPrivate(path) }

  /// Creates the folder and its missing parents. Returns false if that fails, or if no file can be
  /// created in it.
  func create() -> Bool { (try? OpenFolder.makePrivate(path))?.isWritable ?? false }

  /// All files of the folder; empty if there is no folder.
  ///
  /// - Throws: when it can't be read to its end.
  func files() throws(CacheFault) -> [File] {
    var files: [File] = []
    try forEachName { folder, name in
      guard let stat = try? folder.status(name), stat.type == .regular else { return }
      let used = max(FileTime(stat.rawValue.st_atim), FileTime(stat.rawValue.st_mtim))
      files.append(File(name: name, size: Int(stat.size), used: used))
    }
    return files
  }

  /// Removes the least recently used files if all of them together weigh more than `limit`. Removes
  /// a tenth more than needed, so that not every new file has the folder read again, but never the
  /// last file. A removed file stays readable for whoever has it open.
  ///
  /// - Parameter weight: of a file; 1 by default, so that files are counted.
  /// - Returns: the weight of the files that are left and, if any were removed, when the oldest of
  ///   those left was last used; nil if the folder can't be read.
  @discardableResult
  func removeOldest(above limit: Int, weight: (File) -> Int = { _ in 1 }) -> (
    left: Int, oldest: FileTime?
  )? {
    guard let files = try? files().sorted(by: { $0.used < $1.used }) else { return nil }
    var left = files.reduce(0) { $0 + weight($1) }
    guard left > limit else { return (left, nil) }
    var kept = files[...]
    while left > limit / 10 * 9, kept.count > 1 {
      left -= weight(kept[kept.startIndex])
      remove(kept.removeFirst().name)
    }
    return (left, kept.first?.used)
  }

  /// The number of files; 0 if the folder can't be read.
  var count: Int {
    var count = 0
    try? forEachName { _, _ in count += 1 }
    return count
  }

  /// Passes on the names that belong to the cache, once all of them are known.
  private func forEachName(
    _ body: (borrowing OpenFolder, FilePath.Component) throws(Errno) -> Void
  ) throws(CacheFault) {
    do throws(Errno) {
      let folder = try open()
      var found: [FilePath.Component] = []
      try folder.forEachName { bytes, _ in
        if let name = FilePath.Component(bytes), names.contains(name) { found.append(name) }
        return true
      }
      for name in found { try body(folder, name) }
    } catch .noSuchFileOrDirectory {
      // Nothing has been stored yet, or everything was removed.
    } catch {
      throw CacheFault(path: path, errno: error)
    }
  }

  /// Opens a body and reads it to its end. If its digest isn't the one in its name, it is removed,
  /// and the result is nil.
  func openBody(_ body: StoredResponse.Body) -> DownloadedFile? {
    let name = body.digest.fileName
    guard let folder = try? open(), let descriptor = try? folder.open(name) else { return nil }
    guard (try? Digest(of: descriptor, size: body.size)) == body.digest else {
      try? descriptor.close()
      try? folder.remove(name)
      return nil
    }
    folder.touch(name)
    return DownloadedFile(owning: descriptor, digest: body.digest, size: body.size)
  }

  /// The text of a small file; nil if there is none.
  func read(_ name: FilePath.Component) -> String? {
    (try? open().read(name, limit: Self.maxEntryBytes)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes a small file, replacing any of that name; failures are ignored.
  ///
  /// - Parameter incoming: where it is written before it gets its name.
  func write(_ text: String, as name: FilePath.Component, by incoming: CacheFolder) {
    try? open().replace(name, with: Array(text.utf8), by: Names.random(), in: incoming.open())
  }

  /// Creates a file with a temporary name, which the caller must close. Until then it is locked,
  /// which distinguishes it from a file whose program was killed.
  func createTemporary() throws(Errno) -> (name: FilePath.Component, descriptor: FileDescriptor) {
    let name = Names.random()
    let descriptor = try open().create(name)
    _ = try? FileSystem.lock(descriptor)
    return (name, descriptor)
  }

  /// Moves a file from another folder into this one, replacing any of the new name; returns false
  /// if that fails.
  func move(_ name: FilePath.Component, from other: CacheFolder, as newName: FilePath.Component)
    -> Bool
  {
    (try? other.open().move(name, to: open(), as: newName)) != nil
  }

  func remove(_ name: FilePath.Component) { try? open().remove(name) }

  /// Removes all files.
  ///
  /// - Throws: when one of the files can't be removed.
  func removeAll() throws(CacheFault) {
    try forEachName { folder, name throws(Errno) in
      do throws(Errno) { try folder.remove(name) } catch .noSuchFileOrDirectory {}
    }
  }

  /// Removes the files that no program is writing.
  func removeUnlocked() {
    try? forEachName { folder, name in
      guard let descriptor = try? folder.open(name) else { return }
      if (try? FileSystem.lock(descriptor)) == true { try? folder.remove(name) }
      try? descriptor.close()
    }
  }

  func touch(_ name: FilePath.Component) { (try? open())?.touch(name) }
}

extension Digest {
  /// The name of a file that is named by a digest.
  var fileName: FilePath.Component { FilePath.Component(hexadecimal)! }
}
