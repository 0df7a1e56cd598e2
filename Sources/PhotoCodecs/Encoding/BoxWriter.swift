/// Writes boxes of ISO base media files.
enum BoxWriter {
  static func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
    let payload = Array(parts.joined())
    return number(8 + payload.count, 4) + Array(type.utf8) + payload
  }

  /// A box that begins with a version and flags.
  static func fullBox(_ type: String, version: Int = 0, flags: Int = 0, _ parts: [UInt8]...)
    -> [UInt8]
  {
    box(type, number(version, 1) + number(flags, 3) + Array(parts.joined()))
  }

  /// Big-endian, in so many bytes.
  static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }
}
