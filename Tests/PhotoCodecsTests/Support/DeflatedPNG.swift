import CZlib
import Imaging
import TestSupport

/// A PNG of any kind whose rows are noise, compressed as its properties say.
struct DeflatedPNG {
  var kind: PNGDecodingTests.Kind
  var size: PixelSize
  /// The rows' filter, 0 to 4; nil for any.
  var filter: Int?
  /// zlib's compression level, 0 to 9.
  var level: Int32 = 6
  /// The binary logarithm of zlib's window, 9 to 15.
  var windowBits: Int32 = 15
  /// How zlib searches, 0 to 4.
  var strategy: Int32 = 0
  /// How many bytes of data the chunks have, in turn; the last one has all that is left.
  var chunkLengths: [Int] = []
  /// How many different values the noise has, 1 to 256.
  var values = 256
  var seed: UInt64 = 0

  /// The rows, each with the number of its filter.
  var rows: [UInt8] {
    var numbers = Numbers(seed: seed)
    var bytes: [UInt8] = []
    let passes: [PNGBuilder.Pass] = kind.isInterlaced ? PNGBuilder.passes : [(0, 0, 1, 1)]
    for pass in passes where pass.x < size.width {
      let width = (size.width - pass.x + pass.across - 1) / pass.across
      for _ in stride(from: pass.y, to: size.height, by: pass.down) {
        bytes.append(UInt8(filter ?? numbers.next(below: 5)))
        for _ in 0..<(width * kind.depth * kind.colourType.channels + 7) / 8 {
          bytes.append(UInt8(numbers.next(below: values)))
        }
      }
    }
    return bytes
  }

  var bytes: [UInt8] { file(of: stream(of: rows)) }

  /// A zlib stream of these bytes.
  func stream(of bytes: [UInt8]) -> [UInt8] {
    var stream = unsafe z_stream()
    var bytes = bytes
    unsafe deflateInit2_(
      &stream, level, Z_DEFLATED, windowBits, 8, strategy, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    defer { unsafe deflateEnd(&stream) }
    let capacity = unsafe Int(deflateBound(&stream, UInt(bytes.count)))
    return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
      unsafe bytes.withUnsafeMutableBufferPointer { input in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = UInt32(input.count)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = UInt32(output.count)
        let status = unsafe deflate(&stream, Z_FINISH)
        precondition(status == Z_STREAM_END)
      }
      count = unsafe Int(stream.total_out)
    }
  }

  /// A PNG with this stream, and these chunks behind it.
  func file(of stream: [UInt8], trailers: [PNGBuilder.Chunk] = []) -> [UInt8] {
    let builder = kind.builder(size)
    var chunks = [builder.header] + builder.chunks
    var rest = stream[...]
    for length in chunkLengths where rest.count > length {
      chunks.append(PNGBuilder.Chunk(type: "IDAT", data: Array(rest.prefix(length))))
      rest = rest.dropFirst(length)
    }
    chunks.append(PNGBuilder.Chunk(type: "IDAT", data: Array(rest)))
    chunks += trailers + [PNGBuilder.Chunk(type: "IEND")]
    return PNGBuilder.signature + chunks.flatMap(\.bytes)
  }
}
