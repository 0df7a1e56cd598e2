internal import CProcess
internal import Files
internal import PhotoCodecs
internal import SystemPackage
internal import ThreadPool

/// The names of files that are being written, and the removal of those that a crash left behind.
enum TemporaryFileName {
  private static let prefix = Array(".collage-".utf8)
  private static let suffix = Array(".tmp".utf8)
  private static let digits = 16

  static func random() -> FilePath.Component {
    let random = [UInt8].random(digits / 2).hexadecimal
    return FilePath.Component(String(decoding: prefix + random.utf8 + suffix, as: UTF8.self))!
  }

  /// The hidden name without its dot, for a file that must be kept and found.
  static func visible(_ name: FilePath.Component) -> FilePath.Component {
    FilePath.Component(String(name.string.drop { $0 == "." }))!
  }

  /// A name with a letter that some file systems spell differently, and other spellings of that
  /// name.
  static func spellings() -> (name: FilePath.Component, others: [FilePath.Component]) {
    let stem = String(decoding: prefix, as: UTF8.self) + [UInt8].random(digits / 2).hexadecimal
    func component(_ stem: String, _ letter: String) -> FilePath.Component {
      FilePath.Component(stem + letter + String(decoding: suffix, as: UTF8.self))!
    }
    let composed = component(stem, "\u{E9}")
    return (composed, [component(stem.uppercased(), "\u{C9}"), component(stem, "e\u{301}")])
  }

  /// Whether to sweep a large folder this time.
  static var isLargeSweepDue: Bool { Int.random(in: 0..<16) == 0 }

  static func matches(_ name: FilePath.Component) -> Bool { matches(Array(name.string.utf8).span) }

  static func matches(_ name: Span<UInt8>) -> Bool {
    let rest = name.count - suffix.count
    // The letter of `spellings` has two bytes.
    return (rest == prefix.count + digits || rest == prefix.count + digits + 2)
      && name.starts(with: prefix)
      && suffix.indices.allSatisfy { name[rest + $0] == suffix[$0] }
  }

  /// Removes what writers that no longer run left behind in a folder. Touches only files that are
  /// empty, have a recipe of ours or are an album's, and folders with nothing but an album's id and
  /// links; anything else might be a user's picture.
  ///
  /// Listing 100,000 names takes 40 ms, three times as long as making a small collage. So if the
  /// folder itself is larger than `maxListedBytes`, some ten thousand names, only one writer in
  /// sixteen sweeps it.
  ///
  /// - Parameter isDue: whether to sweep a large folder this time.
  static func sweep(
    _ folder: FilePath, maxListedBytes: Int = 512 << 10, isDue: Bool = isLargeSweepDue
  ) {
    guard let status = try? folder.stat(), status.size <= maxListedBytes || isDue else { return }
    guard let names = try? OpenFolder.open(folder).names(where: matches) else { return }
    let (put, needed) = undoReplacements(names, in: folder)
    for name in put.union(names) where !needed.contains(name) {
      let path = folder.appending(name)
      guard let file = try? PhotoFile.open(path, followsLinks: false) else {
        // An album that was being created or removed.
        if let library = try? OpenFolder.open(folder) {
          try? AlbumFolder.discard(name, in: library)
        }
        continue
      }
      guard (try? FileSystem.lock(file.descriptor)) == true else { continue }
      let isOurs =
        file.size == 0 || AlbumRecord(of: file) != nil
        || (try? RecipeRecord.read(from: file)) != nil
      if isOurs { try? FileSystem.remove(path) }
    }
  }

  /// Puts back what a killed writer of several files has replaced, so that all are as before.
  ///
  /// - Returns: the hidden names of files that are not needed any more, and of those that still
  ///   are, because the writer is alive, or putting them back failed.
  private static func undoReplacements(
    _ names: [FilePath.Component], in folder: FilePath
  ) -> (put: Set<FilePath.Component>, needed: Set<FilePath.Component>) {
    var put: Set<FilePath.Component> = []
    var needed: Set<FilePath.Component> = []
    for name in names {
      let path = folder.appending(name)
      guard let note = try? PhotoFile.open(path, followsLinks: false),
        let files = ReplacementNote.files(in: note)
      else { continue }
      do throws(Errno) {
        guard try FileSystem.lock(note.descriptor) else { throw .wouldBlock }
        let owner = try Stat(note.descriptor).userID
        for file in files.reversed() {
          do throws(Errno) {
            try file.undo(in: folder, owner: owner)
          } catch .noSuchFileOrDirectory {
            // The previous file is gone.
          }
        }
        try FileSystem.synchroniseFolder(folder)
        try FileSystem.remove(path)
        put.formUnion(files.flatMap { [$0.name, $0.kept] })
      } catch {
        needed.formUnion(files.flatMap { [$0.name, $0.kept] } + [name])
      }
    }
    return (put, needed)
  }
}

/// Removes what writers that no longer run left behind, once for each folder: listing a library of
/// thousands of assets for each new one would take longer than making it.
package final class FolderSweep: Sendable {
  /// How many folders are remembered; above that, all are forgotten.
  private static let limit = 1024
  private let swept = Locked(Set<FilePath>())

  package init() {}

  /// - Parameter isDue: whether to sweep even a large folder, for once.
  func sweep(_ folder: FilePath, isDue: Bool = TemporaryFileName.isLargeSweepDue) {
    // Others wait: what they begin in this folder meanwhile might be taken for a leftover.
    swept.withLock { swept in
      if swept.count >= Self.limit { swept = [] }
      if swept.insert(folder).inserted { TemporaryFileName.sweep(folder, isDue: isDue) }
    }
  }
}

/// A temporary file that is removed even if a signal ends the program before it can clean up.
struct NotedTemporary: ~Copyable {
  private let slot: Int32

  init(_ path: FilePath) {
    slot = unsafe path.withPlatformString { unsafe cprocess_note_temporary($0) }
  }

  deinit { cprocess_forget_temporary(slot) }

  /// Call this while a file gets its final name or is removed: until `endCommit` no signal ends the
  /// program, because the change would go unreported. Forget the temporary file first, because
  /// another file may get its name.
  static func beginCommit() { cprocess_begin_commit() }
  static func endCommit() { cprocess_end_commit() }
}
