import PhotoCodecs

/// Handmade PNG files, built chunk by chunk.
package enum PNGFile {
  package enum ColourType: UInt8 {
    case grey = 0
    case rgb = 2
    case palette = 3
    case rgba = 6
  }

  package static let end = chunk("IEND")

  package static func file(_ chunks: [[UInt8]]) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunks.joined()
  }

  /// - Parameter checksum: what is written instead of the right one.
  package static func chunk(_ type: String, _ data: [UInt8] = [], checksum: UInt32? = nil)
    -> [UInt8]
  {
    let covered = Array(type.utf8) + data
    return UInt32(data.count).bigEndianBytes + covered + (checksum ?? crc(covered)).bigEndianBytes
  }

  package static func header(
    _ width: Int, _ height: Int, depth: UInt8 = 8, _ type: ColourType, interlaced: Bool = false
  ) -> [UInt8] {
    chunk(
      "IHDR",
      UInt32(width).bigEndianBytes + UInt32(height).bigEndianBytes + [
        depth, type.rawValue, 0, 0, interlaced ? 1 : 0,
      ])
  }

  /// A whole picture of these rows of samples, 8 bits each, with `chunks` in front of the pixels.
  package static func picture(_ type: ColourType, rows: [[UInt8]], chunks: [[UInt8]] = [])
    -> [UInt8]
  {
    let samples = [.grey: 1, .rgb: 3, .palette: 1, .rgba: 4][type]!
    return file(
      [header(rows[0].count / samples, rows.count, type)] + chunks
        + [chunk("IDAT", Zlib.stored(rows.flatMap { [0] + $0 })), end])
  }

  /// A black picture with one bit per pixel, in a file a thousandth of its size.
  package static func black(_ width: Int, _ height: Int) -> [UInt8] {
    file([
      header(width, height, depth: 1, .grey),
      chunk("IDAT", Zlib.zeros(height * (1 + (width + 7) / 8))), end,
    ])
  }

  /// The file with another chunk, or several, right after its header.
  package static func inserting(_ chunk: [UInt8], into png: [UInt8]) -> [UInt8] {
    png.prefix(33) + chunk + png.dropFirst(33)
  }

  /// Where the data of the first chunk of this type begins.
  package static func data(of type: String, in png: [UInt8]) -> Int {
    png.firstRange(of: Array(type.utf8))!.upperBound
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    let table = Self.table
    return ~bytes.reduce(UInt32.max) { sum, byte in
      table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8
    }
  }
}
