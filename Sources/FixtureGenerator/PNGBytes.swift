/// A PNG taken apart into its chunks, for changing one thing.
struct PNGBytes {
  struct Chunk {
    var type: String
    var data: [UInt8]
    /// What is wrong with the checksum: these bits are inverted.
    var checksumFault: UInt32 = 0
    /// The length as it is written; nil for the true one.
    var claimedLength: UInt32?

    var bytes: [UInt8] {
      let body = Array(type.utf8) + data
      return Self.word(claimedLength ?? UInt32(data.count)) + body
        + Self.word(CRC32.checksum(body) ^ checksumFault)
    }

    static func word(_ value: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private(set) var chunks: [Chunk] = []

  /// - Parameter bytes: a whole PNG without a fault.
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

  /// With the last chunk of a type changed; a file of ours has every one that is asked for.
  func changing(_ type: String, _ change: (inout Chunk) -> Void) -> PNGBytes {
    var changed = self
    change(&changed.chunks[chunks.lastIndex { $0.type == type }!])
    return changed
  }

  /// With a chunk put behind the first of a type.
  func adding(_ chunk: Chunk, behind type: String) -> PNGBytes {
    var changed = self
    changed.chunks.insert(chunk, at: chunks.firstIndex { $0.type == type }! + 1)
    return changed
  }
}
