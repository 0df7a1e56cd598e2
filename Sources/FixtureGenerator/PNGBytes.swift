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
      return Self.word(claimedLength ?? UInt32(data.count)) + body
        + Self.word(CRC32.checksum(body) ^ checksumFault)
    }

    static func word(_ value: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
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

/// The checksum of PNG chunks (ISO 3309), computed bit by bit: slow, for small files.
enum CRC32 {
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var rest = UInt32.max
    for byte in bytes {
      rest ^= UInt32(byte)
      for _ in 0..<8 { rest = rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
    }
    return ~rest
  }
}
