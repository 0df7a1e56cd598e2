internal import Glibc
internal import PhotoCodecs
internal import SystemPackage

/// A folder of files that only their user may read. It is opened for each use: it may be removed at any time. A link in
/// its place, or somebody else's folder, is not used.
struct CacheFolder: Sendable {
  /// The names of its files. What has another name is none of ours, and is left alone.
  enum Names: Sendable {
    /// 64 lower-case hexadecimal digits.
    case digests
    /// Those of `createTemporary`.
    case temporary

    func contains(_ name: String) -> Bool {
      switch self {
      case .digests: return Digest(hexadecimal: name) != nil
      case .temporary:
        let digits = name.utf8.dropLast(Self.suffix.utf8.count)
        return name.hasSuffix(Self.suffix) && (1...16).contains(digits.count)
          && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
      }
    }

    private static let suffix = ".tmp"

    /// A temporary one, which no other file has.
    static func random() -> String { String(UInt64.random(in: .min ... .max), radix: 16) + suffix }
  }

  /// The longest entry; what is longer is none of ours. In bytes.
  private static let maxEntryBytes = 256 << 10

  let path: FilePath
  private let names: Names

  init(_ path: FilePath, _ names: Names) {
    self.path = path
    self.names = names
  }

  /// A file in the folder.
  struct File: Sendable {
    let name: String
    /// In bytes.
    let size: Int
    /// When it was used or made last.
    let used: FileTime
  }

  private func open() throws(Errno) -> PrivateFolder { try PrivateFolder.open(path) }

  /// Makes the folder and those above it where there are none; false when that isn't possible, or no file can be made in
  /// it.
  func create() -> Bool { (try? PrivateFolder.make(path))?.isWritable ?? false }

  /// All files; none where there is no folder.
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

  /// How many files there are; 0 where the folder can't be read.
  var count: Int {
    var count = 0
    try? forEachName { _, _ in count += 1 }
    return count
  }

  /// Passes on the names that are ours, once all are known.
  private func forEachName(
    _ body: (borrowing PrivateFolder, String) throws(Errno) -> Void
  ) throws(CacheFault) {
    do throws(Errno) {
      let folder = try open()
      let reader = try folder.reader()
      var found: [String] = []
      while let (bytes, _) = try reader.next() {
        let name = String(decoding: bytes.dropLast(), as: UTF8.self)
        if names.contains(name) { found.append(name) }
      }
      for name in found { try body(folder, name) }
    } catch .noSuchFileOrDirectory {
      // Nothing was stored yet, or all of it was removed.
    } catch {
      throw CacheFault(path: path, errno: error)
    }
  }

  /// Opens a body and reads it to its end; nil, and it is removed, when it isn't what its name says.
  func openBody(_ body: StoredResponse.Body) -> DownloadedFile? {
    guard let folder = try? open(), let descriptor = try? folder.open(body.digest) else { return nil }
    guard let digest = Self.digest(of: descriptor, size: body.size), digest.hexadecimal == body.digest else {
      try? descriptor.close()
      try? folder.remove(body.digest)
      return nil
    }
    folder.touch(body.digest)
    return DownloadedFile(owning: descriptor, digest: digest, size: body.size)
  }

  /// Nil when the file has another size or can't be read.
  private static func digest(of descriptor: FileDescriptor, size: Int) -> Digest? {
    guard let stat = try? Stat(descriptor), Int(stat.size) == size, stat.type == .regular else { return nil }
    var hash = SHA256()
    var piece = [UInt8](repeating: 0, count: min(256 << 10, max(size, 1)))
    while true {
      guard let count = unsafe piece.withUnsafeMutableBytes({ try? unsafe descriptor.read(into: $0) }) else {
        return nil
      }
      if count == 0 { return Digest(hash) }
      unsafe piece.withUnsafeBufferPointer { unsafe hash.update(UnsafeBufferPointer(rebasing: $0[..<count])) }
    }
  }

  /// A small file's text; nil when there is none.
  func read(_ name: String) -> String? {
    guard let file = (try? open())?.file(name), file.size <= Self.maxEntryBytes,
      let bytes = try? file.read(at: 0, count: file.size)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes a small file, or replaces it; failures are ignored.
  ///
  /// - Parameter incoming: where it is written before it gets its name.
  func write(_ text: String, as name: String, by incoming: CacheFolder) {
    guard let (temporary, descriptor) = try? incoming.createTemporary() else { return }
    let isWritten = (try? descriptor.writeAll(text.utf8)) != nil
    if !isWritten || !move(temporary, from: incoming, as: name) { incoming.remove(temporary) }
    try? descriptor.close()
  }

  /// Creates a file under a temporary name, for the caller to close. It is locked until then, which distinguishes it from
  /// one whose program was killed.
  func createTemporary() throws(Errno) -> (name: String, descriptor: FileDescriptor) {
    let name = Names.random()
    let descriptor = try open().create(name)
    flock(descriptor.rawValue, LOCK_EX | LOCK_NB)
    return (name, descriptor)
  }

  /// Gives a file of another folder a name in this one, replacing what has it; false when that isn't possible.
  func move(_ name: String, from other: CacheFolder, as newName: String) -> Bool {
    (try? other.open().move(name, to: open(), as: newName)) != nil
  }

  func remove(_ name: String) { try? open().remove(name) }

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
      if flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 { try? folder.remove(name) }
      try? descriptor.close()
    }
  }

  /// Notes that a file has been used.
  func touch(_ name: String) { (try? open())?.touch(name) }
}
