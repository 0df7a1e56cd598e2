/// How every PDF of ours begins, by which it is known: its first object is a metadata stream, which
/// holds the XMP packet with the recipe.
///
/// Packets elsewhere don't count: somebody's document may hold a picture that is a collage.
struct PDFBeginning {
  /// The number of the metadata stream's object.
  static let metadataObject = 1

  /// What a file says of itself in its information dictionary. It claims no standard of printing:
  /// PDF/X wants dates, and the same collage gives the same bytes, and it wants a printing
  /// condition, which only the print shop knows.
  ///
  /// - Parameter title: of a tagged file; nil for another.
  static func information(title: String?) -> String {
    "<</Trapped/False\(title.map { "/Title\(PDFText.string($0))" } ?? "")>>"
  }

  /// The version, in which pages may have larger units, and bytes by which programs see that it
  /// isn't text.
  private static let header = Array("%PDF-1.6\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A]
  private static let dictionary = Array(
    "\(metadataObject) 0 obj\n<</Type/Metadata/Subtype/XML/Length ".utf8)
  private static let stream = Array(">>\nstream\n".utf8)
  private static let maxDigits = 10

  /// Where the packet lies in the file.
  let packet: Range<Int>

  /// The header, to which `metadata` comes next.
  static var headerBytes: [UInt8] { header }

  /// The metadata stream with this packet, as an object.
  static func metadata(_ packet: [UInt8]) -> [UInt8] {
    dictionary + Array("\(packet.count)".utf8) + stream + packet
      + Array("\nendstream\nendobj\n".utf8)
  }

  /// Nil for a file that begins in another way, or ends within the packet.
  ///
  /// - Throws: `readFailed`, `changedWhileReading`.
  init?(of file: borrowing PhotoFile) throws(CodecError) {
    let start = Self.header + Self.dictionary
    let count = start.count + Self.maxDigits + Self.stream.count
    let bytes = try file.read(at: 0, count: min(count, file.size))
    guard bytes.starts(with: start) else { return nil }
    let digits = bytes[start.count...].prefix { (0x30...0x39).contains($0) }
    guard digits.count <= Self.maxDigits, bytes[digits.endIndex...].starts(with: Self.stream),
      let length = Int(String(decoding: digits, as: UTF8.self))
    else { return nil }
    let first = digits.endIndex + Self.stream.count
    guard length <= file.size - first else { return nil }
    packet = first..<first + length
  }
}
