internal import Glibc
internal import PhotoCodecs
internal import SystemPackage

/// A folder of files that only their user may read.
struct CacheFolder: Sendable {
  /// The longest entry; what is longer is none of ours. In bytes.
  private static let maxEntryBytes = 256 << 10

  let path: FilePath

  init(_ path: FilePath) { self.path = path }

  /// A file in the folder.
  struct File: Sendable {
    let name: String
    /// In bytes.
    let size: Int
    /// When it was used or made last, in nanoseconds since 1970.
    let used: Int
  }

  /// Makes the folder and those above it where there are none; false when that isn't possible, or no file can be made in
  /// it.
  func create() -> Bool {
    guard (try? path.makePrivateFolders()) != nil else { return false }
    return unsafe path.appending(".").withPlatformString { unsafe access($0, W_OK | X_OK) } == 0
  }

  /// All files; none where the folder can't be read.
  func files() -> [File] {
    guard let reader = try? FolderReader.open(path) else { return [] }
    var files: [File] = []
    while let (bytes, kind) = try? reader.next() {
      guard kind == .file else { continue }
      let name = String(decoding: bytes.dropLast(), as: UTF8.self)
      guard let stat = try? Stat(path.appending(name)) else { continue }
      let (read, changed) = (stat.rawValue.st_atim, stat.rawValue.st_mtim)
      let used = max(read.tv_sec * 1_000_000_000 + read.tv_nsec, changed.tv_sec * 1_000_000_000 + changed.tv_nsec)
      files.append(File(name: name, size: Int(stat.size), used: used))
    }
    return files
  }

  /// How many files there are; 0 where the folder can't be read.
  var count: Int {
    guard let reader = try? FolderReader.open(path) else { return 0 }
    var count = 0
    while let (_, kind) = try? reader.next() { count += kind == .file ? 1 : 0 }
    return count
  }

  /// Opens a body and reads it to its end; nil, and it is removed, when it isn't what its name says.
  func openBody(_ body: StoredResponse.Body) -> DownloadedFile? {
    let file = path.appending(body.digest)
    guard let descriptor = try? FileDescriptor.open(file, .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
    else { return nil }
    guard let digest = Self.digest(of: descriptor, size: body.size), digest.hexadecimal == body.digest else {
      try? descriptor.close()
      remove(body.digest)
      return nil
    }
    Self.touch(descriptor)
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
    guard
      let descriptor = try? FileDescriptor.open(
        path.appending(name), .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
    else { return nil }
    defer { try? descriptor.close() }
    guard let stat = try? Stat(descriptor), stat.type == .regular, Int(stat.size) <= Self.maxEntryBytes else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: Int(stat.size))
    let count = unsafe bytes.withUnsafeMutableBytes { try? unsafe descriptor.read(fromAbsoluteOffset: 0, into: $0) }
    return count == bytes.count ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Writes a small file, or replaces it; failures are ignored.
  ///
  /// - Parameter folder: where it is written before it gets its name.
  func write(_ text: String, as name: String, by folder: FilePath) {
    let temporary = folder.appending(IncomingFile.randomName)
    guard
      let descriptor = try? FileDescriptor.open(
        temporary, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
    else { return }
    flock(descriptor.rawValue, LOCK_EX | LOCK_NB)
    let isWritten = (try? descriptor.writeAll(text.utf8)) != nil
    if !isWritten || !moveHere(temporary, as: name) {
      _ = unsafe temporary.withPlatformString { unsafe unlink($0) }
    }
    try? descriptor.close()
  }

  /// Gives a file a name in this folder, replacing what has it.
  func moveHere(_ file: FilePath, as name: String) -> Bool {
    unsafe file.withPlatformString { from in
      unsafe path.appending(name).withPlatformString { unsafe rename(from, $0) }
    } == 0
  }

  func remove(_ name: String) { try? removeFile(name) }

  func removeFile(_ name: String) throws(Errno) {
    guard unsafe path.appending(name).withPlatformString({ unsafe unlink($0) }) != 0, errno != ENOENT else { return }
    throw Errno(rawValue: errno)
  }

  /// Removes the files that no program is writing.
  func removeUnlocked() {
    for file in files() {
      guard let descriptor = try? FileDescriptor.open(path.appending(file.name), .readOnly, options: .closeOnExec)
      else { continue }
      if flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 { remove(file.name) }
      try? descriptor.close()
    }
  }

  /// Notes that a file has been used, without changing its time of modification.
  private static func touch(_ descriptor: FileDescriptor) { unsafe futimens(descriptor.rawValue, used) }

  func touch(_ name: String) {
    _ = unsafe path.appending(name).withPlatformString { unsafe utimensat(AT_FDCWD, $0, Self.used, 0) }
  }

  /// UTIME_NOW for the time of use, and UTIME_OMIT for that of modification.
  private static let used = [timespec(tv_sec: 0, tv_nsec: (1 << 30) - 1), timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2)]
}
