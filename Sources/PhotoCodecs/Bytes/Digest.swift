internal import CNettle
package import SystemPackage

/// A SHA-256 digest, as `sha256sum` prints it.
package struct Digest: Hashable, Sendable {
  /// Eight bytes each, the first one in the highest bits: so digests need no memory of their own,
  /// and many are compared fast.
  private var words: InlineArray<4, UInt64> = [0, 0, 0, 0]

  package var bytes: [UInt8] {
    (0..<Int(SHA256_DIGEST_SIZE)).map { place in
      UInt8(truncatingIfNeeded: words[place / 8] >> (56 - 8 * (place % 8)))
    }
  }

  package static func == (one: Digest, other: Digest) -> Bool {
    one.words.indices.allSatisfy { one.words[$0] == other.words[$0] }
  }

  package func hash(into hasher: inout Hasher) {
    for place in words.indices { hasher.combine(words[place]) }
  }

  /// Nil unless the text is 64 lower-case hexadecimal digits.
  package init?(hexadecimal: String) { self.init(hexadecimal: Array(hexadecimal.utf8)[...]) }

  /// The same of ASCII.
  package init?(hexadecimal digits: ArraySlice<UInt8>) {
    guard digits.count == 2 * Int(SHA256_DIGEST_SIZE) else { return nil }
    var place = 0
    for digit in digits {
      guard let value = [UInt8].value(ofHexadecimal: digit) else { return nil }
      words[place / 16] = words[place / 16] << 4 | UInt64(value)
      place += 1
    }
  }

  /// 64 lower-case hexadecimal digits.
  package var hexadecimal: String { bytes.hexadecimal }

  /// The digest of a whole file. Reads it once, at about 1.5 GB/s where the processor has SHA
  /// instructions.
  ///
  /// - Throws: `readFailed`, `cancelled`; `changedWhileReading` when the file is longer or shorter
  ///   than it was when opened.
  package init(of file: borrowing PhotoFile, isCancelled: () -> Bool = { false }) throws(CodecError)
  {
    self = try FileHasher(file).finish(isCancelled: isCancelled)
  }

  /// The digest of an open file that must have this size, in bytes; throws as above.
  package init(of file: FileDescriptor, size: Int) throws(CodecError) {
    self = try FileHasher(file, size: size).finish()
  }

  package init(_ hash: SHA256) {
    var hash = hash
    for (place, byte) in hash.finish().enumerated() {
      words[place / 8] = words[place / 8] << 8 | UInt64(byte)
    }
  }
}

/// An incremental SHA-256.
package struct SHA256: Sendable {
  private var context = sha256_ctx()

  package init() { unsafe nettle_sha256_init(&context) }

  package mutating func update(_ bytes: [UInt8]) {
    unsafe nettle_sha256_update(&context, bytes.count, bytes)
  }

  package mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
    if let start = bytes.baseAddress { unsafe nettle_sha256_update(&context, bytes.count, start) }
  }

  /// Returns the 32 bytes of the digest and starts anew.
  package mutating func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    unsafe nettle_sha256_digest(&context, digest.count, &digest)
    return digest
  }
}
