internal import PhotoCodecs
internal import PhotoSources
internal import ThreadPool

/// How the digest of a photo's file is taken while the photo is decoded.
enum PhotoDigest {
  /// It was taken before.
  case known(Digest)
  /// It is being taken.
  case hashing(FileHasher)

  /// Has a spare thread take it, unless the photo's decoder can use that better. The file must stay
  /// open until `stop`.
  static func start(_ photo: Photo, _ file: borrowing PhotoFile, _ spare: SpareThreads)
    -> PhotoDigest
  {
    // The file of a copy from the web is nobody else's, and opening it has checked its identity.
    if let digest = photo.copy?.digest { return .known(digest) }
    let hasher = FileHasher(file)
    // ISA-L inflates a PNG on a spare thread, and whichever thread has to wait for the other hashes
    // it.
    let isInflatedAhead = photo.header.format == .png && InstalledLibrary.usesISAL
    guard !isInflatedAhead, spare.acquire() else { return .hashing(hasher) }
    let isStarted = ThreadPool.shared.tryRun {
      while hasher.advance() {}
      spare.release()
    }
    if !isStarted { spare.release() }
    return .hashing(hasher)
  }

  /// What the decoder shows its bytes to; nil if that is not needed.
  var hasher: FileHasher? { if case .hashing(let hasher) = self { hasher } else { nil } }

  /// Waits for the digest, and takes what is missing. Call once, when the photo is decoded; the
  /// file may have changed.
  func value(isCancelled: () -> Bool) throws(CodecError) -> Digest {
    switch self {
    case .known(let digest): digest
    case .hashing(let hasher): try hasher.finish(isCancelled: isCancelled)
    }
  }

  /// Lets no thread read the file any more.
  func stop() { hasher?.stop() }
}
