/// Reads the chunks of a WebP: RIFF, whose numbers are little-endian.
enum WebPChunks {
  /// Far more chunks than the frames of any animation need. Those after them are not looked at.
  private static let maxChunks = 100_000

  /// Where a file's first chunk begins, after the header.
  static let firstOffset = 12

  struct Chunk {
    let type: String
    /// The range of the data; it may extend beyond the end of the file.
    let bytes: Range<Int>

    /// The offset of the chunk's type.
    var start: Int { bytes.lowerBound - 8 }
  }

  /// Calls `body` with each chunk from the one at `offset` on, until it returns false, or the next
  /// one would begin at `end` or beyond the file.
  static func forEach(
    in file: FileWindow, from offset: Int, to end: Int, _ body: (Chunk) throws(CodecError) -> Bool
  ) throws(CodecError) {
    var offset = offset
    for _ in 0..<maxChunks {
      guard offset <= end - 8, let head = try file.read(at: offset, count: 8) else { return }
      let length = head.suffix(4).littleEndian
      let chunk = Chunk(
        type: String(decoding: head.prefix(4), as: UTF8.self),
        bytes: (offset + 8)..<(offset + 8 + length))
      guard try body(chunk) else { return }
      // Chunks of an odd length are padded with a byte.
      offset = chunk.bytes.upperBound + length % 2
    }
  }
}
