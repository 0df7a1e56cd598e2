/// A WebP built chunk by chunk, valid or invalid as a test needs it. Its pictures have headers but
/// no pixels.
struct WebPBuilder {
  var chunks: [[UInt8]]

  /// The bytes of the file, with the length that RIFF states.
  var bytes: [UInt8] {
    let content = Array("WEBP".utf8) + chunks.flatMap(\.self)
    return Array("RIFF".utf8) + Self.number(content.count, bytes: 4) + content
  }

  static func chunk(_ type: String, _ data: [UInt8], length: Int? = nil) -> [UInt8] {
    Array(type.utf8) + number(length ?? data.count, bytes: 4) + data
      + (data.count % 2 == 1 ? [0] : [])
  }

  static func lossy(_ width: Int, _ height: Int) -> [UInt8] {
    chunk(
      "VP8 ", [0x10, 0, 0, 0x9D, 0x01, 0x2A] + number(width, bytes: 2) + number(height, bytes: 2))
  }

  static func lossless(_ width: Int, _ height: Int, hasAlpha: Bool = false, version: Int = 0)
    -> [UInt8]
  {
    let fields = (width - 1) | (height - 1) << 14 | (hasAlpha ? 1 << 28 : 0) | version << 29
    return chunk("VP8L", [0x2F] + number(fields, bytes: 4))
  }

  static func canvas(_ width: Int, _ height: Int, isAnimated: Bool = false) -> [UInt8] {
    chunk(
      "VP8X",
      [isAnimated ? 2 : 0, 0, 0, 0] + number(width - 1, bytes: 3) + number(height - 1, bytes: 3))
  }

  /// A frame of an animation, at twice these coordinates.
  static func frame(x: Int = 0, y: Int = 0, _ width: Int, _ height: Int, _ chunks: [UInt8]...)
    -> [UInt8]
  {
    let place = [x, y, width - 1, height - 1, 100].flatMap { number($0, bytes: 3) }
    return chunk("ANMF", place + [0] + chunks.flatMap(\.self))
  }

  private static func number(_ number: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
