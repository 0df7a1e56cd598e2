package import PhotoCodecs
package import ReactiveTraits
package import SystemPackage

/// Saves finished collages, and what else can be encoded.
package protocol PhotoWriter: Sendable {
  /// Fails early, before any photo is decoded, for reasons that would make `save` fail later.
  func check(protecting inputs: [FileIdentity]) throws(PhotoWriterError)

  /// Encodes and writes the content when subscribed to: the saved asset with its id, then finished;
  /// or one failure, and then nothing was written. Cancelling stops the work and leaves no file
  /// behind. Works on a background queue and delivers there, or on the thread that waits for it.
  ///
  /// - Parameter progress: receives the share that is done, 0 to 1, on the same queue.
  func save(_ content: some Savable, progress: @escaping @Sendable (Double) -> Void) -> Single<
    SavedAsset, PhotoWriterError
  >
}

extension PhotoWriter {
  /// Saves a collage without reporting progress, for callers that only need the id.
  package func save(_ content: some Savable) -> Single<AssetID, PhotoWriterError> {
    save(content) { _ in }.map(\.id)
  }
}

/// A collage on the disk that this run has just written, or read completely.
package struct SavedAsset: Hashable, Sendable {
  package let id: AssetID
  /// The path that the user named, or the one in the library.
  package let path: FilePath
  /// The file's size in bytes.
  package let bytes: Int
  /// A sentence for the user about the album that it was added to; nil if there is nothing to say.
  package internal(set) var note: String?
}
