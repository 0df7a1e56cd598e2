import Imaging

/// A PNG built chunk by chunk, valid or invalid as a test needs it.
struct PNGBuilder: Sendable {
  enum ColourType: UInt8, CaseIterable, Sendable {
    case grey = 0
    case rgb = 2
    case palette = 3
    case greyAlpha = 4
    case rgba = 6

    var channels: Int {
      switch self {
      case .grey, .palette: 1
      case .greyAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }
  }

  struct Chunk: Sendable {
    var type: String
    var data: [UInt8] = []
    var hasRightChecksum = true
    /// What the length field says, if not the truth.
    var statedLength: UInt32?

    var bytes: [UInt8] {
      let body = Array(type.utf8) + data
      let checksum = hasRightChecksum ? CRC32.of(body) : CRC32.of(body) ^ 1
      let length = statedLength ?? UInt32(data.count)
      return length.bigEndianBytes + body + checksum.bigEndianBytes
    }
  }

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  var size: PixelSize
  /// What the header says, if not the truth.
  var statedSize: PixelSize?
  var colourType = ColourType.rgb
  /// Bits a sample.
  var depth = 8
  var isInterlaced = false
  /// Between the header and the pixels.
  var chunks: [Chunk] = []
  /// Between the pixels and the end.
  var trailers: [Chunk] = []
  /// A pixel's samples, each below 2 to the depth.
  var samples: @Sendable (_ x: Int, _ y: Int) -> [Int]

  var bytes: [UInt8] {
    let pixels = Chunk(type: "IDAT", data: Zlib.stored(scanlines))
    let all = [header] + chunks + [pixels] + trailers + [Chunk(type: "IEND")]
    return Self.signature + all.flatMap(\.bytes)
  }

  var header: Chunk {
    let size = statedSize ?? size
    var data = UInt32(size.width).bigEndianBytes + UInt32(size.height).bigEndianBytes
    data += [UInt8(depth), colourType.rawValue, 0, 0, isInterlaced ? 1 : 0]
    return Chunk(type: "IHDR", data: data)
  }

  typealias Pass = (x: Int, y: Int, across: Int, down: Int)

  /// Adam7: where each pass begins, and how far apart its pixels are.
  static let passes: [Pass] = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
    (0, 1, 1, 2),
  ]

  private var scanlines: [UInt8] {
    var bytes: [UInt8] = []
    let passes: [Pass] = isInterlaced ? Self.passes : [(0, 0, 1, 1)]
    for pass in passes where pass.x < size.width {
      for y in stride(from: pass.y, to: size.height, by: pass.down) {
        let row = stride(from: pass.x, to: size.width, by: pass.across).flatMap { samples($0, y) }
        // The filter type, then the samples.
        bytes.append(0)
        bytes += packed(row)
      }
    }
    return bytes
  }

  private func packed(_ samples: [Int]) -> [UInt8] {
    if depth == 8 { return samples.map { UInt8($0) } }
    if depth == 16 { return samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }
    let perByte = 8 / depth
    return stride(from: 0, to: samples.count, by: perByte).map { first in
      let group = samples[first..<min(first + perByte, samples.count)]
      return group.enumerated().reduce(0) { byte, sample in
        byte | UInt8(sample.element << (8 - depth * (sample.offset + 1)))
      }
    }
  }
}

extension PNGBuilder {
  /// Eight bits of red, green and blue.
  init(_ size: PixelSize, _ colour: @escaping @Sendable (_ x: Int, _ y: Int) -> Colour) {
    self.init(size: size) { x, y in
      let colour = colour(x, y)
      return [Int(colour.red), Int(colour.green), Int(colour.blue)]
    }
  }

  /// All of one colour.
  static func plain(_ size: PixelSize = PixelSize(width: 4, height: 3), chunks: [Chunk] = [])
    -> PNGBuilder
  {
    var builder = PNGBuilder(size) { _, _ in Colour(red: 10, green: 20, blue: 30) }
    builder.chunks = chunks
    return builder
  }

  /// The same picture with more chunks before its pixels.
  func with(_ chunks: Chunk...) -> PNGBuilder {
    var builder = self
    builder.chunks += chunks
    return builder
  }
}

/// The checksum of PNG chunks.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { (byte: UInt32) -> UInt32 in
    var crc = byte
    for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
    return crc
  }

  static func of(_ bytes: [UInt8]) -> UInt32 {
    let table = table
    var crc = UInt32.max
    for byte in bytes { crc = (crc >> 8) ^ table[Int((crc ^ UInt32(byte)) & 0xFF)] }
    return ~crc
  }
}

/// zlib streams whose data is stored, not compressed.
enum Zlib {
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let most = 65_535
    let starts = bytes.isEmpty ? [0] : Array(stride(from: 0, to: bytes.count, by: most))
    var stream: [UInt8] = [0x78, 0x01]
    for start in starts {
      let block = bytes[start..<min(start + most, bytes.count)]
      let length = UInt16(block.count)
      stream.append(start + most >= bytes.count ? 1 : 0)
      stream += length.littleEndianBytes
      stream += (~length).littleEndianBytes
      stream += block
    }
    return stream + adler32(bytes).bigEndianBytes
  }

  private static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}
