internal import Files
package import PhotoCodecs
package import ReactiveTraits
package import SystemPackage

/// Writes a collage to a stream, such as standard output. It begins when the collage is encoded to
/// its end, so that a reader never gets the first part of one that failed.
package struct StreamWriter: PhotoWriter {
  private let stream: FileDescriptor
  /// For messages.
  private let name: FilePath

  package init(_ stream: FileDescriptor, named name: FilePath) {
    self.stream = stream
    self.name = name
  }

  package func check(protecting inputs: [FileIdentity]) throws(PhotoWriterError) {}

  package func save(
    _ content: some Savable, progress: @escaping @Sendable (Double) -> Void
  ) -> Single<SavedAsset, PhotoWriterError> {
    Single.work { cancellation throws(PhotoWriterError) in
      var pieces: [[UInt8]] = []
      let id = try content.encode(for: name, cancellation, progress: progress) { pieces.append($0) }
      for piece in pieces {
        if cancellation.isCancelled { throw .cancelled }
        try rethrowing(FileSystem.typed { try stream.writeAll(piece) }) {
          PhotoWriterError($0, writing: name)
        }
      }
      return SavedAsset(id: id, path: name, bytes: pieces.reduce(0) { $0 + $1.count })
    }
  }
}
