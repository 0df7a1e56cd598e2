internal import SystemPackage

/// One trash: files that were moved there, and a note on each, under the same names.
struct TrashFolder: Hashable, Sendable {
  let path: FilePath
  /// The top of its file system, from which paths in notes start; nil when they are absolute.
  let top: FilePath?

  private var files: FilePath { path.appending("files") }
  private var notes: FilePath { path.appending("info") }
  private static let suffix = ".trashinfo"

  func file(_ name: FilePath.Component) -> FilePath { files.appending(name) }

  private func note(_ name: FilePath.Component) -> FilePath {
    notes.appending(FilePath(bytes: FilePath(root: nil, [name]).bytes + Self.suffix.utf8).lastComponent!)
  }

  /// How many files of one name a trash may hold.
  private static let maxCopies = 10_000

  /// Writes the note on a file, durably, under a name that no other file has there; the specification wants it first.
  ///
  /// - Returns: the file's name in the trash.
  func reserve(_ note: TrashNote) throws(TrashFault) -> FilePath.Component {
    guard let name = note.path.lastComponent else { throw .noPlace }
    for copy in 1...Self.maxCopies {
      let name = copy == 1 ? name : name.numbered(copy)
      // A file without a note, which somebody left there.
      if (try? FileSystem.status(file(name), followsLinks: false)) != nil { continue }
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
    try folder.write(note.content(from: top), to: file, permissions: 0o600)
    do throws(Errno) {
      try folder.synchronise()
    } catch {
      try? folder.remove(file)
      throw error
    }
  }

  /// Moves a file to the trash, under the name that was reserved for it.
  func move(_ file: FilePath, to name: FilePath.Component) throws(Errno) {
    try FileSystem.rename(file, toFree: self.file(name))
  }

  func synchronise() throws(Errno) { try FileSystem.synchroniseFolder(files) }

  func removeNote(_ name: FilePath.Component) throws(Errno) { try FileSystem.remove(note(name)) }

  /// The notes on files whose names begin so; those that can't be read are left out.
  func notes(beginning: String) throws(TrashFault) -> [(name: FilePath.Component, note: TrashNote)] {
    let prefix = Array(beginning.utf8)
    let suffix = Array(Self.suffix.utf8)
    do throws(Errno) {
      let folder = try OpenFolder.open(notes)
      return try FileSystem.names(in: notes) { name in
        name.count > prefix.count + suffix.count && prefix.indices.allSatisfy { name[$0] == prefix[$0] }
          && suffix.indices.allSatisfy { name[name.count - suffix.count + $0] == suffix[$0] }
      }.compactMap { name in
        let bytes = FilePath(root: nil, [name]).bytes
        guard let content = try? folder.read(name, limit: TrashNote.maxSize), let note = TrashNote(content, from: top),
          let file = FilePath(bytes: bytes.dropLast(suffix.count)).lastComponent
        else { return nil }
        return (file, note)
      }
    } catch {
      throw .failed(notes, error)
    }
  }
}

extension FilePath.Component {
  /// The name with a number before its extension: "a.2.jpg".
  fileprivate func numbered(_ number: Int) -> FilePath.Component {
    FilePath.Component("\(stem).\(number)" + (self.extension.map { ".\($0)" } ?? ""))!
  }
}
