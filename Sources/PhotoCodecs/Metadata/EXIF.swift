/// Reads the orientation from EXIF, the only field in use.
enum EXIF {
  private static let orientationTag = 0x0112
  /// Precedes the TIFF structure in a JPEG, and in PNGs whose writer copied it.
  static let signature = Array("Exif\0\0".utf8)

  static func withoutSignature(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: signature) ? Array(bytes.dropFirst(signature.count)) : bytes
  }

  /// The orientation in the first directory of a TIFF structure; nil if there is none.
  ///
  /// A value outside the standard counts as upright. Loops and wrong offsets are harmless: only one directory is read,
  /// and only inside `bytes`.
  static func orientation(_ bytes: [UInt8]) -> Orientation? {
    guard let order = byteOrder(bytes) else { return nil }
    func number(at offset: Int, count: Int) -> Int? {
      guard offset >= 0, offset <= bytes.count - count else { return nil }
      let field = bytes[offset..<offset + count]
      return switch order {
      case .big: field.bigEndian
      case .little: field.reversed().bigEndian
      }
    }
    guard let directory = number(at: 4, count: 4), let entries = number(at: directory, count: 2) else { return nil }
    for entry in 0..<entries {
      let offset = directory + 2 + 12 * entry
      guard let tag = number(at: offset, count: 2), let type = number(at: offset + 2, count: 2) else { return nil }
      guard tag == orientationTag else { continue }
      let value =
        switch type {
        case 1: number(at: offset + 8, count: 1)
        case 3: number(at: offset + 8, count: 2)
        case 4: number(at: offset + 8, count: 4)
        default: Int?.none
        }
      return value.flatMap { UInt8(exactly: $0) }.flatMap(Orientation.init) ?? .up
    }
    return nil
  }

  private enum ByteOrder { case big, little }

  private static func byteOrder(_ bytes: [UInt8]) -> ByteOrder? {
    if bytes.starts(with: [0x49, 0x49, 0x2A, 0x00]) { return .little }
    if bytes.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) { return .big }
    return nil
  }
}
