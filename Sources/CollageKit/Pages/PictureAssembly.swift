internal import Files
internal import PhotoCodecs
internal import ReactiveTraits
internal import SystemPackage
internal import ThreadPool

/// Writes each page to a picture of its own. All of them appear when the last one is complete, or
/// none does.
final class PictureAssembly: PageAssembly {
  private let writers: [FileWriter]
  private let inputs: [FileIdentity]
  private let pictures = Locked<[PagePicture]>([])

  /// - Parameters:
  ///   - writers: of the pages, in order.
  ///   - inputs: the files of all pictures, none of which is replaced.
  /// - Throws: when what has one of the names may not be replaced.
  init(
    _ writers: [FileWriter], protecting inputs: [FileIdentity]
  ) throws(PhotoWriterError) {
    self.writers = writers
    self.inputs = inputs
    try check()
    writers.first?.sweepFolder()
  }

  /// Also finds that a name leads to the file of another one.
  private func check() throws(PhotoWriterError) {
    var targets: [FileID: FilePath] = [:]
    var links: [(file: FileID, target: FilePath)] = []
    for writer in writers {
      try writer.check(protecting: inputs)
      guard let file = try? FileID(writer.target.stat()) else { continue }
      if FileSystem.isLink(writer.target) {
        links.append((file, writer.target))
      } else {
        targets[file] = writer.target
      }
    }
    for (file, target) in links {
      if let other = targets[file] { throw .sameFile(target, other) }
      targets[file] = target
    }
  }

  func encode(
    _ collage: Collage, index: Int, _ cancellation: Cancellation
  ) throws(PhotoWriterError) -> PagePicture {
    let picture = try PagePicture(writers[index], protecting: inputs)
    try picture.encode(collage, cancellation)
    return picture
  }

  func add(_ page: PagePicture) { pictures.withLock { $0.append(page) } }

  func publish(
    _ proof: PagesProof, protecting digests: Set<Digest>, _ cancellation: Cancellation
  ) throws(PhotoWriterError) -> [SavedAsset] {
    let pictures = pictures.withLock { $0 }
    if pictures.count == 1 {
      return [try pictures[0].publish(protecting: inputs, digests, cancellation)]
    }
    // What is in the way is found before the first of them gets its name.
    try check()
    for picture in pictures {
      if cancellation.isCancelled { throw .cancelled }
      try picture.synchronise()
    }
    let folders = Dictionary(grouping: pictures, by: \.place.folder)
    let notes = try folders.map { folder, pictures throws(PhotoWriterError) in
      try NoteFile(pictures, in: folder)
    }
    if cancellation.isCancelled { throw .cancelled }
    NotedTemporary.beginCommit()
    defer { NotedTemporary.endCommit() }
    do throws(PhotoWriterError) {
      let saved = try pictures.map { picture throws(PhotoWriterError) in
        // From the first one on, none is left out.
        try picture.publish(protecting: inputs, digests, Cancellation(), isTogether: true)
      }
      for note in notes { try note.synchroniseFolder() }
      for note in notes { try note.remove() }
      // Only then the previous files go.
      for note in notes { try note.synchroniseFolder() }
      return saved
    } catch {
      let new = pictures.reversed().compactMap { $0.undo() }
      for note in notes { try? note.synchroniseFolder() }
      throw new.isEmpty ? error : .incomplete(error, new.reversed())
    }
  }
}

/// A page's picture that has no final name yet.
final class PagePicture: Sendable {
  /// Where the file really is.
  let place: FilePath
  private let writer: FileWriter
  private let state: Locked<State>

  private struct State: ~Copyable {
    var file: PendingFile
    /// Nil until it is written.
    var id: AssetID?
  }

  init(
    _ writer: FileWriter, protecting inputs: [FileIdentity]
  ) throws(PhotoWriterError) {
    self.writer = writer
    place = try writer.place(protecting: inputs)
    state = Locked(State(file: try writer.pendingFile(at: place), id: nil))
  }

  func encode(
    _ collage: Collage, _ cancellation: Cancellation
  ) throws(PhotoWriterError) {
    try state.withLock { state throws(PhotoWriterError) in
      state.id = try state.file.encode(
        collage, for: writer.target, cancellation: cancellation, progress: { _ in })
    }
  }

  func synchronise() throws(PhotoWriterError) {
    try state.withLock { state throws(PhotoWriterError) in
      try state.file.synchronise(for: writer.target)
    }
  }

  func prepare() throws(PhotoWriterError) -> NotedReplacement {
    try state.withLock { state throws(PhotoWriterError) in try state.file.prepare(for: place) }
  }

  /// - Parameter isTogether: whether it was prepared to have its place with others.
  func publish(
    protecting inputs: [FileIdentity], _ digests: Set<Digest>, _ cancellation: Cancellation,
    isTogether: Bool = false
  ) throws(PhotoWriterError) -> SavedAsset {
    try state.withLock { state throws(PhotoWriterError) in
      guard let id = state.id else { preconditionFailure("a page isn't written") }
      return try writer.publish(
        &state.file, id, as: place, protecting: inputs, digests, cancellation,
        isTogether: isTogether)
    }
  }

  /// - Returns: nil if all is as before.
  func undo() -> PhotoWriterError.NewFile? {
    state.withLock { $0.file.undoPlacing(at: place) }
  }
}

/// Says, in a folder, which of its files get their names together; removed unless it is kept by a
/// crash.
private final class NoteFile: Sendable {
  private let folder: FilePath
  private let file: Locked<PendingFile>

  init(_ pictures: [PagePicture], in folder: FilePath) throws(PhotoWriterError) {
    self.folder = folder
    let files = try pictures.map { picture throws(PhotoWriterError) in try picture.prepare() }
    file = Locked(try PendingFile.create(in: folder))
    try file.withLock { file throws(PhotoWriterError) in
      try file.write(ReplacementNote.bytes(files), for: folder)
      try file.synchronise(for: folder)
    }
    try synchroniseFolder()
  }

  func synchroniseFolder() throws(PhotoWriterError) {
    try rethrowing(FileSystem.synchroniseFolder(folder)) { PhotoWriterError($0, writing: folder) }
  }

  func remove() throws(PhotoWriterError) {
    try file.withLock { file throws(PhotoWriterError) in
      try rethrowing(file.removeNote()) { PhotoWriterError($0, writing: folder) }
    }
  }
}
