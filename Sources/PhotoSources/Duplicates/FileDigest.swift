internal import CNettle
internal import PhotoCodecs

/// The SHA-256 of a file's bytes.
struct FileDigest: Hashable, Sendable {
  private static let pieceBytes = 1 << 18

  private let words: SIMD4<UInt64>

  /// Reads the whole file.
  ///
  /// - Returns: nil if it can't be read, changed meanwhile, or `isCancelled` returned true; called before each piece.
  init?(of file: borrowing PhotoFile, isCancelled: () -> Bool) {
    var context = sha256_ctx()
    unsafe nettle_sha256_init(&context)
    var offset = 0
    while offset < file.size {
      guard !isCancelled(),
        let bytes = try? file.read(at: offset, count: min(Self.pieceBytes, file.size - offset)), !bytes.isEmpty
      else { return nil }
      unsafe nettle_sha256_update(&context, bytes.count, bytes)
      offset += bytes.count
    }
    guard (try? file.isUnchanged()) == true else { return nil }
    var words = SIMD4<UInt64>()
    unsafe withUnsafeMutableBytes(of: &words) { digest in
      unsafe nettle_sha256_digest(&context, digest.count, digest.baseAddress!.assumingMemoryBound(to: UInt8.self))
    }
    self.words = words
  }
}
