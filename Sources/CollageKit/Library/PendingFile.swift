internal import Files
internal import PhotoCodecs
internal import ReactiveTraits
internal import SystemPackage

/// A file that is being written under a hidden name beside its final one, so that readers see
/// either the old file or the whole new one. Unless it is published, nothing of it is left behind.
///
/// It is locked while its process lives, which distinguishes it from a file left by a crash.
struct PendingFile: ~Copyable {
  private let path: FilePath
  /// That of the previous file once this one has its place in a `FileSet`.
  private var descriptor: FileDescriptor
  /// Taken at creation, because names may change later.
  private let identity: FileIdentity?
  /// Whether to keep the file with the hidden name, because it may not be ours.
  private var keepsHiddenFile = false
  /// How many bytes were written.
  private(set) var size = 0
  /// Whether `publish` could make sure that the bytes are on the disk.
  private var isSynchronised = true
  /// Nil once publishing has begun.
  private var noted: NotedTemporary?
  /// What a `FileSet` needs to put back the previous file; nil if this one is published alone.
  private var replacement: NotedReplacement?

  private init(path: FilePath, owning descriptor: FileDescriptor) {
    self.path = path
    noted = NotedTemporary(path)
    self.descriptor = descriptor
    identity = (try? Stat(descriptor)).map { FileIdentity($0) }
  }

  deinit {
    // Close it first: a file system that writes on closing would bring back a removed file.
    try? descriptor.close()
    if keepsHiddenFile { return }
    try? FileSystem.remove(path)
    // Where names can be exchanged there is no such file.
    if let replacement, replacement.isKept {
      try? FileSystem.remove(path.folder.appending(replacement.kept))
    }
  }

  /// Creates an empty file beside `target`; if `target` exists, nobody gets more access than to
  /// that file.
  static func create(for target: FilePath) throws(PhotoWriterError) -> PendingFile {
    let old = try? target.stat(followTargetSymlink: false)
    let permissions = old.map { $0.permissions.union(.ownerReadWrite) } ?? .all
    return try rethrowing(createUnnamed(in: target.folder, permissions.intersection(.all))) {
      PhotoWriterError($0, creating: target, in: target.folder)
    }
  }

  /// Creates an empty file in a folder, for a name that isn't known yet.
  static func create(in folder: FilePath) throws(PhotoWriterError) -> PendingFile {
    try rethrowing(createUnnamed(in: folder, .all)) {
      PhotoWriterError($0, creating: folder, in: folder)
    }
  }

  private static func createUnnamed(in folder: FilePath, _ permissions: FilePermissions)
    throws(Errno) -> PendingFile
  {
    for attempt in 1...maxTries {
      let path = folder.appending(TemporaryFileName.random())
      let descriptor: FileDescriptor
      do throws(Errno) {
        descriptor = try FileSystem.opened(
          path, .readWrite, [.create, .exclusiveCreate], permissions: permissions)
      } catch .fileExists {
        continue
      }
      let pending = PendingFile(path: path, owning: descriptor)
      // A sweep may remove it as a leftover between creation and locking; then it is created again.
      // If files can't be locked, nothing is ever swept. The system may be short of locks once.
      let isLocked =
        (try? FileSystem.lock(descriptor)) ?? (try? FileSystem.lock(descriptor)) ?? true
      guard isLocked || attempt == maxTries, pending.identity != nil else { continue }
      if (try? pending.hasName()) == true { return pending }
    }
    throw .ioError
  }

  /// Returns false if a sweep has removed the file. Some file systems don't count links.
  private func hasName() throws(Errno) -> Bool {
    if try Stat(descriptor).linkCount > 0 { return true }
    return try isOurs(path)
  }

  /// How often to try to get a free name or to publish. After more failures the file system must be
  /// at fault.
  private static let maxTries = 16

  /// Encodes what is to be saved into this file; returns the id that its bytes give it.
  ///
  /// - Parameters:
  ///   - target: where the file will go, for messages.
  ///   - progress: receives the share that is encoded, 0 to 1.
  mutating func encode(
    _ content: some Savable, for target: FilePath, cancellation: Cancellation,
    progress: (Double) -> Void
  ) throws(PhotoWriterError) -> AssetID {
    var written = 0
    defer { size += written }
    return try content.encode(for: target, cancellation, progress: progress) { [descriptor] in
      written += try descriptor.writeAll($0)
    }
  }

  /// Whether the file system finds this file under other spellings of its hidden name, and so does
  /// for any file.
  var hasOtherSpellings: Bool { Spelling.hasOthers(path) }

  /// A warning about the published file, as one sentence; nil if there is none.
  var warning: String? {
    isSynchronised
      ? nil
      : "the file system can't confirm that the file is on the disk (no fsync); "
        + "wait before removing the medium"
  }

  /// Writes bytes that aren't encoded here.
  mutating func write(_ bytes: [UInt8], for target: FilePath) throws(PhotoWriterError) {
    try rethrowing(FileSystem.typed { [descriptor] in try descriptor.writeAll(bytes) }) {
      PhotoWriterError($0, writing: target)
    }
    size += bytes.count
  }

  /// Moves the file to its final name, durably.
  ///
  /// - Parameters:
  ///   - cancellation: respected until all bytes are on the disk; after that the file is published.
  ///   - isTogether: whether it was prepared to have its place with others: then nothing is made
  ///     durable here.
  ///   - mayReplace: checks the file that has the name, if there is one; if it throws, everything
  ///     stays as it was. It may be called more than once, the last time with the very file that
  ///     was replaced.
  mutating func publish(
    as target: FilePath, cancellation: Cancellation, isTogether: Bool = false,
    mayReplace: (borrowing PhotoFile) throws(PhotoWriterError) -> Void
  ) throws(PhotoWriterError) {
    if isTogether {
      try place(as: target, mayReplace: mayReplace)
      return
    }
    try synchronise(for: target)
    if cancellation.isCancelled { throw .cancelled }
    NotedTemporary.beginCommit()
    defer { NotedTemporary.endCommit() }
    let change = try place(as: target, mayReplace: mayReplace)
    try rethrowing(FileSystem.synchroniseFolder(target.folder)) {
      undo(change, at: target, after: $0)
    }
  }

  /// Waits until all bytes are on the disk.
  mutating func synchronise(for target: FilePath) throws(PhotoWriterError) {
    do throws(Errno) {
      isSynchronised = try FileSystem.synchroniseIfSupported(descriptor)
      try FileSystem.flush(descriptor)
    } catch {
      throw PhotoWriterError(error, writing: target)
    }
  }

  /// Gets ready to have its place together with other files.
  ///
  /// - Returns: what has to be noted before the first of them has.
  mutating func prepare(for target: FilePath) throws(PhotoWriterError) -> NotedReplacement {
    guard let name = path.lastComponent, let targetName = target.lastComponent else {
      throw .failed(target, .invalidArgument)
    }
    do throws(Errno) {
      let note = NotedReplacement(
        name, of: try Stat(descriptor), as: targetName, replaces: try FileSystem.exists(target))
      replacement = note
      return note
    } catch {
      throw PhotoWriterError(error, writing: target)
    }
  }

  /// Undoes `place` of a file that was prepared, as far as that can be. Then the file is not needed
  /// any more.
  ///
  /// - Returns: nil if all is as before.
  mutating func undoPlacing(at target: FilePath) -> PhotoWriterError.NewFile? {
    guard let replacement, noted == nil else { return nil }
    do throws(Errno) {
      try replacement.undo(in: path.folder)
      return nil
    } catch .noSuchFileOrDirectory {
      return PhotoWriterError.NewFile(path: target, previous: nil)
    } catch {
      let hidden = replacement.isKept ? path.folder.appending(replacement.kept) : path
      guard replacement.isKept || replacement.replaces else {
        keepsHiddenFile = true
        return PhotoWriterError.NewFile(path: target, previous: nil)
      }
      return PhotoWriterError.NewFile(path: target, previous: visible(hidden))
    }
  }

  /// Removes a note.
  mutating func removeNote() throws(Errno) {
    try FileSystem.remove(path)
    keepsHiddenFile = true
  }

  /// Moves the file to its final name; otherwise as `publish`. Nothing may end the program now.
  @discardableResult private mutating func place(
    as target: FilePath, mayReplace: (borrowing PhotoFile) throws(PhotoWriterError) -> Void
  ) throws(PhotoWriterError) -> Change {
    noted = nil
    var change = Change.placed
    var tries = 1
    while try !placeAtFreeName(target) {
      // A network file system may keep reporting that a name is taken although there is no such
      // file.
      if tries == Self.maxTries { throw .failed(target, .fileExists) }
      tries += 1
      guard let old = try Self.existing(target) else { continue }
      try mayReplace(old)
      if let replacement = try replace(old, at: target, mayReplace: mayReplace) {
        change = replacement
        break
      }
    }
    return change
  }

  /// What publishing changed in the folder.
  private enum Change {
    /// The name was free.
    case placed
    /// The previous file now has the hidden name.
    case exchanged
    /// The previous file is gone, because the file system can't exchange names.
    case replaced
  }

  /// Undoes a change after the folder could not be synchronised.
  ///
  /// - Returns: the error to report.
  private mutating func undo(_ change: Change, at target: FilePath, after errno: Errno)
    -> PhotoWriterError
  {
    switch change {
    case .placed:
      guard (try? FileSystem.rename(target, toFree: path)) != nil else {
        return .notDurable(target, errno)
      }
      // Another program may have put a file there meanwhile.
      if (try? isOurs(path)) != true, (try? FileSystem.rename(path, toFree: target)) == nil {
        return setAside(target, errno)
      }
    case .exchanged:
      do throws(PhotoWriterError) { try putBack(to: target) } catch { return error }
    case .replaced: return .notDurable(target, errno)
    }
    return PhotoWriterError(errno, writing: target)
  }

  /// Gives the file with the hidden name a visible one, which no sweep removes.
  private mutating func setAside(_ target: FilePath, _ errno: Errno) -> PhotoWriterError {
    .setAside(target, visible(path), errno)
  }

  /// Renames a hidden file so that no sweep removes it, and it is found.
  ///
  /// - Returns: where it is now.
  private mutating func visible(_ hidden: FilePath) -> FilePath {
    keepsHiddenFile = true
    let visible = hidden.folder.appending(TemporaryFileName.visible(hidden.lastComponent!))
    return (try? FileSystem.rename(hidden, toFree: visible)) == nil ? hidden : visible
  }

  /// Whether the file at a path is the one written here.
  private func isOurs(_ path: FilePath) throws(Errno) -> Bool {
    guard let identity else { throw .ioError }
    return FileID(try path.stat(followTargetSymlink: false)) == identity.file
  }

  /// Returns false if the name is taken.
  private func placeAtFreeName(_ target: FilePath) throws(PhotoWriterError) -> Bool {
    do throws(Errno) {
      try FileSystem.rename(path, toFree: target)
      return true
    } catch .fileExists {
      return false
    } catch {
      // Its folder may be there, and the file itself be gone.
      throw PhotoWriterError(error, creating: target, in: target.folder)
    }
  }

  /// Replaces a file that may be replaced; returns nil if it no longer exists.
  private mutating func replace(
    _ old: borrowing PhotoFile, at target: FilePath,
    mayReplace: (borrowing PhotoFile) throws(PhotoWriterError) -> Void
  ) throws(PhotoWriterError) -> Change? {
    try rethrowing(FileAttributes.copy(from: old.descriptor, to: descriptor)) {
      PhotoWriterError($0, keepingPermissionsOf: target)
    }
    let isExchanged: Bool
    // A sweep must not take it for a leftover before the last of several files has its place.
    let lock = replacement == nil ? nil : try? lockedCopy(of: old.descriptor)
    do throws(Errno) {
      isExchanged = try FileSystem.exchange(path, target) != nil
    } catch {
      try? lock?.close()
      if error == .noSuchFileOrDirectory { return nil }
      throw PhotoWriterError(error, writing: target)
    }
    if isExchanged, let lock {
      try? descriptor.close()
      descriptor = lock
    } else {
      try? lock?.close()
    }
    guard isExchanged else { return try replaceUnderLock(target, mayReplace: mayReplace) }
    // The previous file now has the hidden name. Check it again, because it may have been exchanged
    // since the first check.
    do throws(PhotoWriterError) {
      guard let old = try Self.existing(path) else { return .exchanged }
      try mayReplace(old)
      return .exchanged
    } catch {
      try putBack(to: target)
      throw error
    }
  }

  /// Another descriptor of a file, which is locked if nobody else locks the file.
  private func lockedCopy(of file: FileDescriptor) throws(Errno) -> FileDescriptor {
    let copy = FileDescriptor(rawValue: try FileSystem.copy(of: file))
    _ = try? FileSystem.lock(copy)
    return copy
  }

  /// Replaces a file on a file system that can't exchange names.
  private mutating func replaceUnderLock(
    _ target: FilePath, mayReplace: (borrowing PhotoFile) throws(PhotoWriterError) -> Void
  ) throws(PhotoWriterError) -> Change? {
    try FolderLock.hold(target.folder) { () throws(PhotoWriterError) in
      guard let old = try Self.existing(target) else { return nil }
      try mayReplace(old)
      // Checking may have taken long, and another program may have put another file there
      // meanwhile.
      guard (try? target.stat(followTargetSymlink: false)).map({ FileIdentity($0) }) == old.identity
      else { return nil }
      do throws(Errno) {
        if let replacement {
          let kept = path.folder.appending(replacement.kept)
          self.replacement?.isKept = try FileSystem.link(target, as: kept) != nil
        }
        try FileSystem.rename(path, over: target)
      } catch {
        throw PhotoWriterError(error, writing: target)
      }
      return .replaced
    }
  }

  private mutating func putBack(to target: FilePath) throws(PhotoWriterError) {
    do throws(Errno) {
      _ = try FileSystem.exchange(path, target)
      keepsHiddenFile = try !isOurs(path)
    } catch {
      throw setAside(target, error)
    }
  }

  /// Opens the regular file at a path; nil if there is nothing.
  static func existing(_ path: FilePath) throws(PhotoWriterError) -> PhotoFile? {
    do {
      return try PhotoFile.open(path, followsLinks: false)
    } catch {
      switch error {
      case .missing: return nil
      case .notAFile(let kind): throw .notAFile(path, kind)
      case .notAllowed: throw .notAllowed(path)
      case .failed(.tooManySymbolicLinkLevels): throw .link(path)
      case .failed(let errno):
        let error = PhotoWriterError(errno, writing: path)
        throw error == .failed(path, errno) ? .cannotRead(path, .readFailed(errno)) : error
      }
    }
  }
}

extension PhotoWriterError {
  init(_ errno: Errno, writing path: FilePath) {
    switch errno {
    case .noSpace, .diskQuotaExceeded: self = .diskFull(path)
    case .permissionDenied, .notPermitted, .readOnlyFileSystem: self = .notAllowed(path)
    case .noSuchFileOrDirectory: self = .noFolder(path.folder)
    case .notDirectory: self = .notAFolder(path.folder)
    case .isDirectory: self = .notAFile(path, "a folder")
    case .fileNameTooLong, .tooManySymbolicLinkLevels, .invalidArgument:
      self = .cannotCreate(path, errno)
    default: self = .failed(path, errno)
    }
  }

  fileprivate init(_ errno: Errno, keepingPermissionsOf path: FilePath) {
    switch errno {
    case .notPermitted, .permissionDenied, .notSupported, .noFunction, .invalidArgument:
      self = .cannotKeepPermissions(path, errno)
    default: self.init(errno, writing: path)
    }
  }

  /// - Parameter path: the target or the folder itself, for the message.
  init(_ errno: Errno, creating path: FilePath, in folder: FilePath) {
    switch errno {
    case .noSuchFileOrDirectory:
      let isThere = (try? folder.stat()) != nil
      self = isThere ? .cannotCreate(path, errno) : .noFolder(folder)
    case .notDirectory: self = .notAFolder(folder)
    default: self.init(errno, writing: path)
    }
  }
}
