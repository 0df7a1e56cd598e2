/// A type of file that isn't read. The raw value is its common name with its article.
package enum OtherFileType: String, Hashable, Sendable {
  // Pictures, which other programs can convert.
  case gif = "a GIF file"
  case bmp = "a BMP file"
  case pdf = "a PDF document"
  case photoshop = "a Photoshop document"
  case icon = "an icon"
  case jpeg2000 = "a JPEG 2000 file"
  case svg = "an SVG drawing"

  // Others.
  case empty = "an empty file"
  case video = "a video"
  case zip = "a ZIP archive"
  case transferredPNG = "a PNG corrupted by a text-mode transfer"
  case html = "an HTML page"
  case xml = "an XML file"
  case text = "a text file"

  /// Whether it is a picture that other programs can convert to a format that is read.
  var isConvertible: Bool {
    switch self {
    case .gif, .bmp, .pdf, .photoshop, .icon, .jpeg2000, .svg: true
    case .empty, .video, .zip, .transferredPNG, .html, .xml, .text: false
    }
  }
}

extension OtherFileType {
  /// The type of a file that begins with `bytes`; nil if it isn't recognised.
  init?(_ bytes: [UInt8]) {
    guard let type = Self.binaryType(bytes) ?? Self.textType(bytes) else { return nil }
    self = type
  }

  private static func binaryType(_ bytes: [UInt8]) -> OtherFileType? {
    if bytes.isEmpty { return .empty }
    func begins(_ text: String, at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: text.utf8)
    }
    if begins("GIF8") { return .gif }
    if begins("BM") { return .bmp }
    if begins("%PDF") { return .pdf }
    if begins("8BPS") { return .photoshop }
    if begins("\0\0\u{1}\0") { return .icon }
    if begins("jP", at: 4) || bytes.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) { return .jpeg2000 }
    if begins("ftyp", at: 4) { return .video }
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return .zip }
    return bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) ? .transferredPNG : nil
  }

  private static func textType(_ bytes: [UInt8]) -> OtherFileType? {
    guard !bytes.contains(0) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    if text.contains("<svg") { return .svg }
    if text.contains("<!doctype html") || text.contains("<html") { return .html }
    if text.hasPrefix("<?xml") { return .xml }
    let isText = bytes.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    return isText && bytes.count > 1 ? .text : nil
  }
}

extension OtherFileType: CustomStringConvertible {
  package var description: String { rawValue }
}
