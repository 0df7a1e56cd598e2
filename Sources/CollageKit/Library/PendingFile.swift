internal import PhotoCodecs
internal import ReactiveTraits
internal import SystemPackage

/// A file being written under a hidden name beside its final place; whoever looks there sees the old file or the whole new
/// one. If it is not published, nothing of it remains.
///
/// Its name is locked as long as its process lives, which tells a file being written from one left by a crash.
struct PendingFile: ~Copyable {
  private let path: FilePath
  private let descriptor: FileDescriptor
  /// Whether what has the hidden name now must stay, because it is not known to be ours.
  private var keepsHiddenFile = false
  /// Nil once it is being published.
  private var noted: NotedTemporary?

  private init(path: FilePath, owning descriptor: FileDescriptor) {
    self.path = path
    noted = NotedTemporary(path)
    self.descriptor = descriptor
  }

  deinit {
    if !keepsHiddenFile { try? FileSystem.remove(path) }
    try? descriptor.close()
  }

  /// Creates an empty one in the folder of `target`.
  static func create(for target: FilePath) throws(PhotoWriterError) -> PendingFile {
    do throws(Errno) {
      return try createUnnamed(in: target.folder)
    } catch {
      throw PhotoWriterError(error, writing: target)
    }
  }

  /// Creates an empty one in a folder, for a name that is not known yet.
  static func create(in folder: FilePath) throws(PhotoWriterError) -> PendingFile {
    do throws(Errno) {
      return try createUnnamed(in: folder)
    } catch {
      throw PhotoWriterError(error, writing: folder)
    }
  }

  private static func createUnnamed(in folder: FilePath) throws(Errno) -> PendingFile {
    while true {
      let path = folder.appending(HiddenName.random())
      let descriptor: FileDescriptor
      do {
        descriptor = try FileDescriptor.open(
          path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
          permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
      } catch {
        guard error as? Errno == .fileExists else { throw error as? Errno ?? .ioError }
        continue
      }
      let pending = PendingFile(path: path, owning: descriptor)
      // A sweep may come between creating and locking, and take it for a leftover: then begin again. Where files can't be
      // locked at all nothing is ever swept.
      let isLocked = (try? FileSystem.lock(descriptor)) ?? true
      if isLocked, let status = try? Stat(descriptor), status.linkCount > 0 { return pending }
    }
  }

  /// Encodes a collage into this file; returns the id that its bytes give it.
  ///
  /// - Parameters:
  ///   - target: where the file will go, for messages.
  ///   - progress: hears of how much is encoded, 0 to 1.
  func encode(
    _ collage: Collage, for target: FilePath, cancellation: Cancellation, progress: (Double) -> Void
  ) throws(PhotoWriterError) -> AssetID {
    var hash = SHA256()
    do {
      var encoder = try PhotoEncoder(
        collage.pixels, recipe: collage.recipe.record, density: collage.density, threads: collage.threads)
      while let bytes = try encoder.nextBytes() {
        if cancellation.isCancelled { throw PhotoWriterError.cancelled }
        hash.update(bytes)
        try descriptor.writeAll(bytes)
        progress(encoder.fraction)
      }
    } catch let error as PhotoWriterError {
      throw error
    } catch let errno as Errno {
      throw PhotoWriterError(errno, writing: target)
    } catch {
      throw .encoding(target, "\(error)")
    }
    return AssetID(hash)
  }

  /// Puts the file at its final place, durably.
  ///
  /// - Parameters:
  ///   - cancellation: heard until all bytes are on the disk; what is published after that stays.
  ///   - mayReplace: judges the file that has the name already, if there is one; what it throws ends the work with
  ///     everything as it was. It may be asked more than once, last about the very file that was replaced.
  mutating func publish(
    as target: FilePath, cancellation: Cancellation, mayReplace: (borrowing PhotoFile) throws(PhotoWriterError) -> Void
  ) throws(PhotoWriterError) {
    do throws(Errno) {
      try FileSystem.synchronise(descriptor)
    } catch {
      throw PhotoWriterError(error, writing: target)
    }
    if cancellation.isCancelled { throw .cancelled }
    NotedTemporary.beginCommit()
    defer { NotedTemporary.endCommit() }
    noted = nil
    var change = Change.placed
    while try !placeAtFreeName(target) {
      guard let old = try Self.existing(target) else { continue }
      try mayReplace(old)
      if let replacement = try replace(target, mayReplace: mayReplace) {
        change = replacement
        break
      }
    }
    do throws(Errno) {
      try FileSystem.synchroniseFolder(target.folder)
    } catch {
      try undo(change, at: target)
      throw PhotoWriterError(error, writing: target)
    }
  }

  /// What publishing did to the folder.
  private enum Change {
    /// The name was free.
    case placed
    /// The file before it has the hidden name now.
    case exchanged
    /// The file before it is gone: the file system can't exchange.
    case replaced
  }

  private mutating func undo(_ change: Change, at target: FilePath) throws(PhotoWriterError) {
    switch change {
    case .placed:
      guard (try? FileSystem.rename(target, toFree: path)) != nil else { return }
      // Somebody may have put another file there meanwhile.
      guard (try? isOurs(path)) != true else { return }
      keepsHiddenFile = (try? FileSystem.rename(path, toFree: target)) == nil
    case .exchanged: try putBack(to: target)
    case .replaced: break
    }
  }

  /// Whether the file at a path is the one that was written here.
  private func isOurs(_ path: FilePath) throws(Errno) -> Bool {
    FileIdentity(try FileSystem.status(path, followsLinks: false)).isSameFile(as: FileIdentity(try Stat(descriptor)))
  }

  /// False when the name is taken.
  private func placeAtFreeName(_ target: FilePath) throws(PhotoWriterError) -> Bool {
    do throws(Errno) {
      try FileSystem.rename(path, toFree: target)
      return true
    } catch .fileExists {
      return false
    } catch {
      throw PhotoWriterError(error, writing: target)
    }
  }

  /// Takes the place of a file that was found to be replaceable; nil when there is none any more.
  private mutating func replace(
    _ target: FilePath, mayReplace: (borrowing PhotoFile) throws(PhotoWriterError) -> Void
  ) throws(PhotoWriterError) -> Change? {
    do throws(Errno) {
      let permissions = try FileSystem.status(target, followsLinks: false).permissions
      try? FileSystem.setPermissions(permissions, of: descriptor)
      guard try FileSystem.exchange(path, target) != nil else {
        try FileSystem.rename(path, over: target)
        return .replaced
      }
    } catch .noSuchFileOrDirectory {
      return nil
    } catch {
      throw PhotoWriterError(error, writing: target)
    }
    // What had the name now has the hidden one, and is judged again: it may have been swapped since the first look.
    do throws(PhotoWriterError) {
      guard let old = try Self.existing(path) else { return .exchanged }
      try mayReplace(old)
      return .exchanged
    } catch {
      try putBack(to: target)
      throw error
    }
  }

  private mutating func putBack(to target: FilePath) throws(PhotoWriterError) {
    do throws(Errno) {
      _ = try FileSystem.exchange(path, target)
      keepsHiddenFile = try !isOurs(path)
    } catch {
      keepsHiddenFile = true
      throw PhotoWriterError(error, writing: target)
    }
  }

  /// The ordinary file at a path, opened; nil when there is nothing.
  static func existing(_ path: FilePath) throws(PhotoWriterError) -> PhotoFile? {
    do {
      return try PhotoFile.open(path, followsLinks: false)
    } catch {
      switch error {
      case .missing: return nil
      case .notAFile(let kind): throw .notAFile(path, kind)
      case .notAllowed: throw .notAllowed(path)
      case .failed(.tooManySymbolicLinkLevels): throw .link(path)
      case .failed(let errno): throw PhotoWriterError(errno, writing: path)
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
    case .fileNameTooLong, .tooManySymbolicLinkLevels, .invalidArgument: self = .cannotCreate(path, errno)
    default: self = .failed(path, errno)
    }
  }
}

extension FilePath {
  /// The folder that holds it; "." for a bare name.
  var folder: FilePath {
    let parent = removingLastComponent()
    return parent.isEmpty ? "." : parent
  }
}
