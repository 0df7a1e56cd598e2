package import PhotoCodecs
package import ReactiveTraits
package import SystemPackage

/// Saves finished collages.
package protocol PhotoWriter: Sendable {
  /// Fails now where `save` could only fail later: for finding out before any photo is decoded.
  ///
  /// - Parameter inputs: the photos' files.
  func check(besides inputs: [FileIdentity]) throws(PhotoWriterError)

  /// Where a saved collage is.
  func path(of id: AssetID, _ format: PhotoFormat) -> FilePath

  /// Encodes and writes a collage when subscribed to: its id, then finished; or one failure, and then nothing was written.
  /// Cancelling stops the work and leaves no file behind. Works on a background queue and delivers there, or on the
  /// thread that waits for it.
  ///
  /// - Parameter progress: hears of how much is done, 0 to 1, on the same queue.
  func save(_ collage: Collage, progress: @escaping @Sendable (Double) -> Void) -> Single<AssetID, PhotoWriterError>
}

extension PhotoWriter {
  package func save(_ collage: Collage) -> Single<AssetID, PhotoWriterError> { save(collage) { _ in } }
}

/// Why a collage could not be saved. What was there before is untouched.
package enum PhotoWriterError: Error, Hashable, Sendable {
  // What was asked for.
  /// The target is one of the photos themselves.
  case isInput(FilePath)
  /// The target exists and carries no recipe of ours.
  case notOurs(FilePath)
  /// The target is a symbolic link to something that is not a collage of ours.
  case link(FilePath)
  /// The target is a folder, a device or the like, as the words say.
  case notAFile(FilePath, String)
  /// The library has somebody else's file under the collage's name.
  case foreignAsset(FilePath)

  // The folder.
  case noFolder(FilePath)
  case notAFolder(FilePath)
  case notAllowed(FilePath)
  case cannotCreate(FilePath, Errno)

  // The disk.
  case diskFull(FilePath)
  case failed(FilePath, Errno)
  case encoding(FilePath, String)

  case cancelled
}

extension PhotoWriterError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .isInput(let path): "\(path.displayed): this is one of the photos; write the collage to another file"
    case .notOurs(let path):
      "\(path.displayed): exists and is no collage of ours; give another name, or --force to replace it"
    case .link(let path):
      "\(path.displayed): is a symbolic link to something that is no collage of ours; give another name"
    case .notAFile(let path, let kind): "\(path.displayed): is \(kind), not a file; give another name"
    case .foreignAsset(let path):
      "\(path.displayed): has this collage's name, but is no collage of ours; move it away, or --force to replace it"
    case .noFolder(let path): "\(path.displayed): there is no such folder; make it first"
    case .notAFolder(let path): "\(path.displayed): is not a folder; give another"
    case .notAllowed(let path): "\(path.displayed): writing there is not allowed; check the permissions"
    case .cannotCreate(let path, let errno): "\(path.displayed): can't be created: \(errno)"
    case .diskFull(let path): "\(path.displayed): the disk is full; free some space, nothing was changed"
    case .failed(let path, let errno): "\(path.displayed): writing failed: \(errno); nothing was changed"
    case .encoding(let path, let reason): "\(path.displayed): encoding failed: \(reason); nothing was changed"
    case .cancelled: "cancelled; nothing was written"
    }
  }
}
