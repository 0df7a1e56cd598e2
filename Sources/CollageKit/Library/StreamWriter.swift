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
      do {
        let encoder = try content.encoder()
        while let bytes = try encoder.nextBytes() {
          if cancellation.isCancelled { throw PhotoWriterError.cancelled }
          pieces.append(bytes)
          progress(encoder.fraction)
        }
        for piece in pieces {
          if cancellation.isCancelled { throw PhotoWriterError.cancelled }
          try stream.writeAll(piece)
        }
        let size = pieces.reduce(0) { $0 + $1.count }
        return SavedAsset(id: AssetID(encoder.digest), path: name, bytes: size)
      } catch let error as PhotoWriterError {
        throw error
      } catch let errno as Errno {
        throw PhotoWriterError(errno, writing: name)
      } catch {
        throw .encoding(name, "\(error)")
      }
    }
  }
}
