internal import PhotoCodecs

/// A PNG as a list of chunks, for introducing one fault.
struct PNGBytes {
  struct Chunk {
    var type: String
    var data: [UInt8]
    /// The bits of the checksum to invert.
    var checksumFault: UInt32 = 0
    /// The length to write; nil for the true one.
    var claimedLength: UInt32?

    var bytes: [UInt8] {
      let body = Array(type.utf8) + data
      return (claimedLength ?? UInt32(data.count)).bigEndianBytes + body
        + (PNGChunks.checksum(body[...]) ^ checksumFault).bigEndianBytes
    }
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private(set) var chunks: [Chunk] = []

  /// - Parameter bytes: a valid PNG.
  init(_ bytes: [UInt8]) {
    var rest = bytes.dropFirst(Self.signature.count)
    while !rest.isEmpty {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      chunks.append(
        Chunk(
          type: String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self),
          data: Array(rest.dropFirst(8).prefix(length))))
      rest = rest.dropFirst(length + 12)
    }
  }

  var bytes: [UInt8] { Self.signature + chunks.flatMap(\.bytes) }

  /// The PNG with the last chunk of a type changed; there must be one.
  func changing(_ type: String, _ change: (inout Chunk) -> Void) -> PNGBytes {
    var changed = self
    change(&changed.chunks[chunks.lastIndex { $0.type == type }!])
    return changed
  }

  /// The PNG with a chunk inserted after the first one of a type.
  func adding(_ chunk: Chunk, after type: String) -> PNGBytes {
    var changed = self
    changed.chunks.insert(chunk, at: chunks.firstIndex { $0.type == type }! + 1)
    return changed
  }
}
