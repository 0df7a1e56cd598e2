internal import Imaging

/// Reads `tiff:Orientation` from the XMP of other programs, for photos without EXIF. No other field
/// is in use.
enum XMP {
  /// The orientation stated in a packet, as an attribute or an element; nil if there is none.
  static func orientation(_ packet: [UInt8]) -> Orientation? {
    let name = Array("tiff:Orientation".utf8)
    guard let found = packet[...].range(of: name) else { return nil }
    let isSpace = { (byte: UInt8) in " \t\r\n".utf8.contains(byte) }
    var rest = packet[found.upperBound...].drop(while: isSpace)
    if rest.first == UInt8(ascii: "=") {
      rest = rest.dropFirst().drop(while: isSpace)
      guard rest.first == UInt8(ascii: "\"") || rest.first == UInt8(ascii: "'") else { return nil }
    } else if rest.first != UInt8(ascii: ">") {
      return nil
    }
    let digits = rest.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return UInt8(String(decoding: digits, as: UTF8.self)).flatMap(Orientation.init)
  }
}
