internal import PhotoCodecs
internal import PhotoSources

/// How the digest of a photo's file is taken while the photo is decoded.
enum PhotoDigest {
  /// It was taken before.
  case known(Digest)
  /// A spare thread takes it.
  case task(DigestTask)
  /// Of what the decoder reads.
  case decoding(FileHasher)

  /// The file must stay open until the digest is there.
  static func start(
    _ photo: Photo, _ file: borrowing PhotoFile, _ spare: SpareThreads, isCancelled: @escaping @Sendable () -> Bool
  ) -> PhotoDigest {
    // The file of a copy from the web is nobody else's, and opening it has checked its identity.
    if let digest = photo.copy?.digest { return .known(digest) }
    if let task = DigestTask.start(file, spare, isCancelled: isCancelled) { return .task(task) }
    return .decoding(FileHasher(file))
  }

  /// What the decoder gives its bytes to; nil if that is not needed.
  var hasher: FileHasher? { if case .decoding(let hasher) = self { hasher } else { nil } }

  /// Waits for the digest, or reads what the decoder hasn't read. Call once, when the photo has been decoded; the file
  /// may have changed meanwhile.
  func digest(isCancelled: () -> Bool) throws(CodecError) -> Digest {
    switch self {
    case .known(let digest): digest
    case .task(let task): try task.digest()
    case .decoding(let hasher): try hasher.finish(isCancelled: isCancelled)
    }
  }

  /// Stops a task, whose digest is not needed any more.
  func abandon() { if case .task(let task) = self { task.abandon() } }
}
