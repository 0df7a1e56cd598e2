internal import PhotoCodecs
internal import ReactiveTraits
internal import SystemPackage
internal import ThreadPool

/// Writes each page to a picture of its own. All of them appear when the last one is complete.
final class PictureAssembly: PageAssembly {
  /// A picture that has no final name yet.
  final class Picture: Sendable {
    fileprivate let writer: FileWriter
    /// Where the file really is.
    fileprivate let place: FilePath
    fileprivate let state: Locked<State>

    fileprivate struct State: ~Copyable {
      var file: PendingFile
      /// Nil until it is written.
      var id: AssetID?
    }

    fileprivate init(
      _ writer: FileWriter, protecting inputs: [FileIdentity]
    ) throws(PhotoWriterError) {
      self.writer = writer
      place = try writer.place(protecting: inputs)
      state = Locked(State(file: try writer.pendingFile(at: place), id: nil))
    }

    fileprivate func encode(
      _ collage: Collage, _ cancellation: Cancellation
    ) throws(PhotoWriterError) {
      try state.withLock { state throws(PhotoWriterError) in
        state.id = try state.file.encode(
          collage, for: writer.target, cancellation: cancellation, progress: { _ in })
      }
    }

    fileprivate func publish(
      protecting inputs: [FileIdentity], _ digests: Set<Digest>, _ cancellation: Cancellation
    ) throws(PhotoWriterError) -> SavedAsset {
      try state.withLock { state throws(PhotoWriterError) in
        guard let id = state.id else { preconditionFailure("a page isn't written") }
        return try writer.publish(
          &state.file, id, as: place, protecting: inputs, digests, cancellation)
      }
    }
  }

  private let writers: [FileWriter]
  private let inputs: [FileIdentity]
  private let pictures = Locked<[Picture]>([])

  /// - Parameters:
  ///   - writers: of the pages, in order.
  ///   - inputs: the files of all pictures, none of which is replaced.
  /// - Throws: when what has one of the names may not be replaced.
  init(
    _ writers: [FileWriter], protecting inputs: [FileIdentity]
  ) throws(PhotoWriterError) {
    self.writers = writers
    self.inputs = inputs
    for writer in writers { try writer.check(protecting: inputs) }
  }

  func encode(
    _ collage: Collage, index: Int, _ cancellation: Cancellation
  ) throws(PhotoWriterError) -> Picture {
    let picture = try Picture(writers[index], protecting: inputs)
    try picture.encode(collage, cancellation)
    return picture
  }

  func add(_ page: Picture) { pictures.withLock { $0.append(page) } }

  func publish(
    _ proof: PagesProof, protecting digests: Set<Digest>, _ cancellation: Cancellation
  ) throws(PhotoWriterError) -> [SavedAsset] {
    let pictures = pictures.withLock { $0 }
    // What is in the way is found before the first of them gets its name.
    for writer in writers { try writer.check(protecting: inputs) }
    NotedTemporary.beginCommit()
    defer { NotedTemporary.endCommit() }
    // From the first one on, none is left out.
    return try pictures.enumerated().map { index, picture throws(PhotoWriterError) in
      try picture.publish(
        protecting: inputs, digests, index == 0 ? cancellation : Cancellation())
    }
  }
}
