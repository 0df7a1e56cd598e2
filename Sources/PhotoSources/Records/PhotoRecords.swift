internal import Files
internal import PhotoCodecs
internal import Synchronization
package import SystemPackage
internal import ThreadPool

/// Keeps what is known of the photos in folders on disk, so that they needn't be read again: a file
/// for each folder.
///
/// Files of other versions and damaged ones are ignored, and replaced. What was not used for
/// longest is removed when all of it gets too large. If writing fails, nothing is stored, silently.
package final class PhotoRecords: Sendable {
  /// The maximum size of one folder's file, in bytes: enough for more than half a million photos.
  private static let maxFileBytes = 128 << 20
  /// The maximum size of all files together, in bytes.
  private static let maxBytes = 384 << 20
  /// How long what was found may be lost if the program is killed.
  private static let interval = Duration.seconds(2)
  /// Saving takes at most one part in so many of the time.
  private static let savingShare = 20

  private struct State {
    var changed: [FolderUpdate] = []
    /// When to save next; nil before anything has changed.
    var due: ContinuousClock.Instant?
    var isSaving = false
  }

  private let folder: FilePath
  private let state = Locked(State())

  /// Reads and writes nothing yet.
  ///
  /// - Parameter folder: created when something is stored first.
  package init(_ folder: FilePath) { self.folder = folder }

  /// Nil for a folder whose path can't be told.
  func update(of folder: FilePath) -> FolderUpdate? {
    let path = folder.isEmpty ? [UInt8(ascii: ".")] : folder.bytes
    return AbsolutePath.lexical(path).map { FolderUpdate(self, of: $0) }
  }

  /// What is stored of a folder; nil if there is nothing.
  ///
  /// - Parameter path: from the root, byte for byte.
  func record(of path: [UInt8]) -> FolderRecord? {
    let name = Self.name(path)
    guard let folder = try? OpenFolder.openPrivate(folder), let file = try? folder.open(name)
    else { return nil }
    defer { try? file.close() }
    guard let status = try? Stat(file), status.type == .regular,
      Int(status.size) <= Self.maxFileBytes,
      let bytes = try? file.read(at: 0, count: Int(status.size)),
      let record = FolderRecord(bytes, of: path)
    else { return nil }
    folder.touch(name)
    return record
  }

  func addChanged(_ update: FolderUpdate) {
    state.withLock { state in
      state.changed.append(update)
      if state.due == nil { state.due = .now + Self.interval }
    }
  }

  /// Stores everything if that wasn't done for some time.
  func saveIfDue() {
    let isDue = state.withLock { state in
      guard !state.isSaving, let due = state.due, due <= .now else { return false }
      state.isSaving = true
      return true
    }
    if isDue { saveChanged() }
  }

  /// Stores everything that was found.
  func save() {
    state.withLock { $0.isSaving = true }
    saveChanged()
  }

  private func saveChanged() {
    let begun = ContinuousClock.now
    let changed = state.withLock { state in
      defer { state.changed = [] }
      return state.changed
    }
    if !changed.isEmpty, let open = try? OpenFolder.makePrivate(folder) {
      for update in changed { store(update, in: open) }
      CacheFolder(folder, .digests).removeOldest(above: Self.maxBytes) { $0.size }
    }
    let end = ContinuousClock.now
    state.withLock { state in
      state.isSaving = false
      state.due = end + max(Self.interval, (end - begun) * Self.savingShare)
    }
  }

  private func store(_ update: FolderUpdate, in open: borrowing OpenFolder) {
    guard let bytes = update.takeRecord(), bytes.count <= Self.maxFileBytes else { return }
    try? open.replace(Self.name(update.path), with: bytes, by: CacheFolder.Names.random(), in: open)
  }

  private static func name(_ path: [UInt8]) -> FilePath.Component {
    var hash = SHA256()
    hash.update(path)
    return FilePath.Component(Digest(hash).hexadecimal)!
  }
}
