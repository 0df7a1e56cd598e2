/// A PNG of one colour as other programs write thumbnails, made without this project's encoder: not
/// compressed, with texts of every kind.
struct StoredPNG {
  enum Text {
    case plain(String, String)
    /// A zTXt chunk: Qt's form of texts of 40 characters or more.
    case compressed(String, String)
    /// An iTXt chunk.
    case international(String, String)
  }

  var width: Int
  var height: Int
  var colour: [UInt8] = [200, 30, 30]
  var texts: [Text]
  /// Whether texts stand behind the pixels.
  var hasTextsLast = false
  /// What the header claims instead of the size.
  var claimedSide: Int?

  var bytes: [UInt8] {
    let row: [UInt8] = [0] + Array(repeating: colour, count: width).joined()
    let header =
      Self.number(claimedSide ?? width) + Self.number(claimedSide ?? height) + [8, 2, 0, 0, 0]
    let chunks = texts.flatMap(Self.chunk)
    let pixels = Self.chunk("IDAT", Self.zlib(Array(Array(repeating: row, count: height).joined())))
    return [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + Self.chunk("IHDR", header)
      + (hasTextsLast ? [] : chunks) + pixels
      + (hasTextsLast ? chunks : []) + Self.chunk("IEND", [])
  }

  private static func chunk(_ text: Text) -> [UInt8] {
    switch text {
    case .plain(let keyword, let text): chunk("tEXt", Array("\(keyword)\0\(text)".utf8))
    case .compressed(let keyword, let text):
      chunk("zTXt", Array("\(keyword)\0\0".utf8) + zlib(Array(text.utf8)))
    case .international(let keyword, let text):
      chunk("iTXt", Array("\(keyword)\0\0\0en\0\(keyword)\0\(text)".utf8))
    }
  }

  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return number(data.count) + body + number(checksum(body))
  }

  /// A zlib stream of blocks that are stored as they are.
  private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var (low, high) = (1, 0)
    for start in stride(from: 0, to: max(bytes.count, 1), by: 65_535) {
      let block = bytes[start..<min(start + 65_535, bytes.count)]
      let count = UInt16(block.count)
      stream += [block.endIndex == bytes.count ? 1 : 0]
      stream +=
        [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)] + block
    }
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return stream + number(high << 16 | low)
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static let remainders = (0..<256).map {
    (0..<8).reduce($0) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }

  private static func checksum(_ bytes: [UInt8]) -> Int {
    bytes.reduce(0xFFFF_FFFF) { remainders[($0 ^ Int($1)) & 255] ^ $0 >> 8 } ^ 0xFFFF_FFFF
  }
}
