internal import CNettle

/// A SHA-256 digest, as `sha256sum` prints it.
package struct Digest: Hashable, Sendable {
  package let bytes: [UInt8]

  /// 64 lower-case hexadecimal digits.
  package var hexadecimal: String { bytes.hexadecimal }

  /// The digest of a whole file. Reads it once, 256 KiB at a time, at about 1 GB/s.
  ///
  /// - Throws: `readFailed`, `cancelled`; `changedWhileReading` when the file is longer or shorter than it was when opened.
  package init(of file: borrowing PhotoFile, isCancelled: () -> Bool = { false }) throws(CodecError) {
    var hash = SHA256()
    var offset = 0
    while true {
      if isCancelled() { throw .cancelled }
      // Read past the old end too: the file may have grown.
      let bytes = try file.read(at: offset, count: 256 * 1024)
      if bytes.isEmpty { break }
      hash.update(bytes)
      offset += bytes.count
    }
    self.init(hash)
  }

  package init(_ hash: SHA256) {
    var hash = hash
    bytes = hash.finish()
  }
}

/// An incremental SHA-256.
package struct SHA256: Sendable {
  private var context = sha256_ctx()

  package init() { unsafe nettle_sha256_init(&context) }

  package mutating func update(_ bytes: [UInt8]) { unsafe nettle_sha256_update(&context, bytes.count, bytes) }

  package mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
    if let start = bytes.baseAddress { unsafe nettle_sha256_update(&context, bytes.count, start) }
  }

  /// The 32 bytes of the digest; begins anew.
  package mutating func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    unsafe nettle_sha256_digest(&context, digest.count, &digest)
    return digest
  }
}
