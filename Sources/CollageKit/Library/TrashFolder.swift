internal import Files
internal import SystemPackage

/// One trash: files that were moved there, and a note about each under the same name.
///
/// It is locked against our other runs while a copy of this value lives, so whatever they were
/// doing there has finished or was interrupted.
struct TrashFolder: Sendable {
  let path: FilePath
  /// The top of its file system, to which paths in notes are relative; nil if they are absolute.
  private let top: FilePath?
  private let lock: FolderLock

  /// Waits some seconds for other runs.
  static func open(_ path: FilePath, top: FilePath?) throws(TrashFault) -> TrashFolder {
    let lock = try rethrowing(FolderLock.acquire(path, waiting: maxSeconds)) {
      TrashFault.failed(path, $0)
    }
    guard let lock else { throw .busy(path) }
    return TrashFolder(path: path, top: top, lock: lock)
  }

  private static let maxSeconds = 5

  private var files: FilePath { path.appending("files") }
  private var notes: FilePath { path.appending("info") }
  private static let suffix = ".trashinfo"

  func file(_ name: FilePath.Component) -> FilePath { files.appending(name) }

  private func note(_ name: FilePath.Component) -> FilePath {
    notes.appending(FilePath(bytes: name.bytes + Self.suffix.utf8).lastComponent!)
  }

  /// The maximum number of files with the same name in a trash.
  private static let maxCopies = 10_000

  /// Writes the note about a file, durably, under a name that no other file there has. The
  /// specification requires the note to come first.
  ///
  /// - Parameter name: the one to have there, with a number if it is taken.
  /// - Returns: the file's name in the trash.
  func reserve(
    _ note: TrashNote, as name: FilePath.Component
  ) throws(TrashFault) -> FilePath.Component {
    for copy in 1...Self.maxCopies {
      let name = copy == 1 ? name : name.numbered(copy)
      // A file that somebody left there without a note.
      if (try? file(name).stat(followTargetSymlink: false)) != nil { continue }
      do throws(Errno) {
        try write(note, on: name)
        return name
      } catch .fileExists {
        continue
      } catch {
        throw .failed(notes, error)
      }
    }
    throw .failed(notes, .fileExists)
  }

  private func write(_ note: TrashNote, on name: FilePath.Component) throws(Errno) {
    let folder = try OpenFolder.open(notes)
    let file = self.note(name).lastComponent!
    try folder.write(note.content(from: top), to: file, permissions: .ownerReadWrite)
    do throws(Errno) {
      try folder.synchronise()
    } catch {
      try? folder.remove(file)
      throw error
    }
  }

  /// Moves a file to the trash, under the name reserved for it with this note.
  func move(_ file: FilePath, to name: FilePath.Component, _ note: TrashNote) throws(Errno) {
    try FileSystem.rename(file, toFree: self.file(name))
    // If folders can't be locked, another run may have removed the note as a leftover.
    if (try? FileSystem.exists(self.note(name))) == false { try? write(note, on: name) }
  }

  func synchronise() throws(Errno) { try FileSystem.synchroniseFolder(files) }

  func removeNote(_ name: FilePath.Component) throws(Errno) { try FileSystem.remove(note(name)) }

  /// The notes about files whose names begin like this; those that can't be ours are skipped.
  func notes(beginning: String) throws(TrashFault) -> [(name: FilePath.Component, note: TrashNote)]
  {
    var found: [(name: FilePath.Component, note: TrashNote)] = []
    let prefix = Array(beginning.utf8)
    do throws(Errno) {
      let folder = try OpenFolder.open(notes)
      for name in try folder.names(where: { $0.starts(with: prefix) }) {
        let bytes = name.bytes
        guard bytes.suffix(Self.suffix.utf8.count).elementsEqual(Self.suffix.utf8),
          let file = FilePath(bytes: bytes.dropLast(Self.suffix.utf8.count)).lastComponent
        else { continue }
        do throws(Errno) {
          let content = try folder.read(name, limit: TrashNote.maxSize)
          if let note = TrashNote(content, from: top) { found.append((file, note)) }
        } catch .notSupported, .fileTooLarge, .tooManySymbolicLinkLevels, .permissionDenied,
          .noSuchFileOrDirectory
        {
          continue
        }
      }
    } catch {
      throw .failed(notes, error)
    }
    return found
  }

  /// The names of files that begin like this and have no note by any program.
  func namesWithoutNote(beginning: String) throws(TrashFault) -> [FilePath.Component] {
    var found: [FilePath.Component] = []
    let prefix = Array(beginning.utf8)
    do throws(Errno) {
      for name in try OpenFolder.open(files).names(where: { $0.starts(with: prefix) })
      where try !FileSystem.exists(note(name)) {
        found.append(name)
      }
    } catch {
      throw .failed(files, error)
    }
    return found
  }
}

extension FilePath.Component {
  /// The name with a number before the extension: "a.2.jpg".
  fileprivate func numbered(_ number: Int) -> FilePath.Component {
    FilePath.Component("\(stem).\(number)" + (self.extension.map { ".\($0)" } ?? ""))!
  }

  /// The name without such a number.
  var unnumbered: FilePath.Component {
    guard let stem = FilePath.Component(stem), let digits = stem.extension, Int(digits) != nil
    else { return self }
    return FilePath.Component(stem.stem + (self.extension.map { ".\($0)" } ?? "")) ?? self
  }
}
