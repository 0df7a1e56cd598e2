/// A file's format according to its first bytes; its name doesn't matter.
package enum PhotoFormat: String, Sendable, Hashable, CaseIterable {
  case jpeg
  case png

  /// The format with this name, as users type it, in upper or lower case; nil for any other text.
  package init?(_ name: String) {
    switch name.lowercased() {
    case "jpeg", "jpg": self = .jpeg
    case "png": self = .png
    default: return nil
    }
  }

  /// The file extension of the files we write, without the dot.
  package var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    }
  }

  /// How many leading bytes `recognise` examines.
  static let signatureLength = 512

  /// The format of a file that begins with `bytes`.
  ///
  /// - Throws: `CodecError.notAPicture` with the type that it looks like.
  static func recognise(_ bytes: [UInt8]) throws(CodecError) -> PhotoFormat {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if bytes.starts(with: [0xFF, 0xD8]) { return .jpeg }
    throw .notAPicture(type: foreignType(bytes))
  }

  /// The common name of a file type other than PNG and JPEG; nil if it isn't recognised.
  private static func foreignType(_ bytes: [UInt8]) -> String? {
    if bytes.isEmpty { return "an empty file" }
    func begins(_ text: String, at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: text.utf8)
    }
    if begins("GIF8") { return "GIF" }
    if begins("RIFF"), begins("WEBP", at: 8) { return "WebP" }
    if begins("II*\0") || begins("MM\0*") { return "TIFF or a camera's raw file" }
    if begins("BM") { return "BMP" }
    if begins("%PDF") { return "PDF" }
    if begins("8BPS") { return "a Photoshop document" }
    if begins("\0\0\u{1}\0") { return "an icon" }
    if bytes.starts(with: [0xFF, 0x0A]) || begins("JXL ", at: 4) { return "JPEG XL" }
    if begins("jP", at: 4) || bytes.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) { return "JPEG 2000" }
    if begins("ftyp", at: 4) {
      if begins("avif", at: 8) || begins("avis", at: 8) { return "AVIF" }
      if ["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1"].contains(where: { begins($0, at: 8) }) {
        return "HEIC"
      }
      return "a video"
    }
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return "a ZIP archive" }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return transferredPNG }
    return textType(bytes)
  }

  private static let transferredPNG = "a PNG that was changed by a text transfer"

  /// Whether a recognised foreign type is a picture format that other programs can convert to PNG or JPEG.
  static func isConvertible(_ type: String) -> Bool {
    !["an empty file", "a video", "a ZIP archive", "text", "HTML", "XML", transferredPNG].contains(type)
  }

  private static func textType(_ bytes: [UInt8]) -> String? {
    guard !bytes.contains(0) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    if text.contains("<svg") { return "SVG" }
    if text.contains("<!doctype html") || text.contains("<html") { return "HTML" }
    if text.hasPrefix("<?xml") { return "XML" }
    let isText = bytes.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    return isText && bytes.count > 1 ? "text" : nil
  }
}
