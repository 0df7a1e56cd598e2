internal import Files
internal import SystemPackage

/// One trash: files that were moved there, and a note on each, under the same names.
///
/// Locked against our other runs as long as a copy of this value lives: what they do there is
/// finished, or was cut short.
struct TrashFolder: Sendable {
  let path: FilePath
  /// The top of its file system, from which paths in notes start; nil when they are absolute.
  private let top: FilePath?
  private let lock: FolderLock

  /// Waits for other runs for some seconds.
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

  /// How many files of one name a trash may hold.
  private static let maxCopies = 10_000

  /// Writes the note on a file, durably, under a name that no other file has there; the
  /// specification wants it first.
  ///
  /// - Returns: the file's name in the trash.
  func reserve(_ note: TrashNote) throws(TrashFault) -> FilePath.Component {
    guard let name = note.path.lastComponent else { throw .noPlace }
    for copy in 1...Self.maxCopies {
      let name = copy == 1 ? name : name.numbered(copy)
      // A file without a note, which somebody left there.
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

  /// Moves a file to the trash, under the name that was reserved for it with this note.
  func move(_ file: FilePath, to name: FilePath.Component, _ note: TrashNote) throws(Errno) {
    try FileSystem.rename(file, toFree: self.file(name))
    // Where folders can't be locked, another run may have taken the note for what a killed one
    // left.
    if (try? FileSystem.exists(self.note(name))) == false { try? write(note, on: name) }
  }

  func synchronise() throws(Errno) { try FileSystem.synchroniseFolder(files) }

  func removeNote(_ name: FilePath.Component) throws(Errno) { try FileSystem.remove(note(name)) }

  /// The notes on files whose names begin so; what can't be a note of ours is left out.
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

  /// The names of files that begin so and have no note, whoever would have written it.
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
  /// The name with a number before its extension: "a.2.jpg".
  fileprivate func numbered(_ number: Int) -> FilePath.Component {
    FilePath.Component("\(stem).\(number)" + (self.extension.map { ".\($0)" } ?? ""))!
  }

  /// The name without such a number, if it has one.
  var unnumbered: FilePath.Component {
    guard let stem = FilePath.Component(stem), let digits = stem.extension, Int(digits) != nil
    else { return self }
    return FilePath.Component(stem.stem + (self.extension.map { ".\($0)" } ?? "")) ?? self
  }
}
