package import PhotoCodecs
package import ReactiveTraits

/// Saves each collage twice: into an album, then to a file, which is the one that is reported.
package struct WriterPair: PhotoWriter {
  private let album: AlbumWriter
  private let file: FileWriter

  package init(_ album: AlbumWriter, _ file: FileWriter) {
    self.album = album
    self.file = file
  }

  package func check(protecting inputs: [FileIdentity]) throws(PhotoWriterError) {
    try album.check(protecting: inputs)
    try file.check(protecting: inputs)
  }

  /// Fails with the second writer's error if only the first has saved it.
  package func save(
    _ content: some Savable, progress: @escaping @Sendable (Double) -> Void
  ) -> Single<SavedAsset, PhotoWriterError> {
    // Not cancelled in between: a collage saved once is saved twice.
    album.save(content) { progress($0 / 2) }.map { [file] first throws(PhotoWriterError) in
      var saved = try file.save(content) { progress(0.5 + $0 / 2) }.wait().get()
      saved.note = first.note
      return saved
    }
  }
}
