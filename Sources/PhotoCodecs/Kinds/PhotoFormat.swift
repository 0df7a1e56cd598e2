/// A file's format according to its first bytes; its name doesn't matter.
package enum PhotoFormat: String, Sendable, Hashable, CaseIterable {
  case jpeg
  case png
  /// HEIF with pictures coded in HEVC, as phones write it.
  case heic
  case avif
  case webp
  /// JPEG XL.
  case jxl
  /// TIFF pictures that aren't cameras' raw files, also BigTIFFs.
  case tiff
  /// A camera's raw file: DNG, CR2, CR3, NEF, ARW, ORF, PEF, RAF, RW2 and the like. Its largest
  /// embedded JPEG is shown.
  case raw

  /// The format with this name, as users type it, in upper or lower case; nil for any other text.
  package init?(_ name: String) {
    switch name.lowercased() {
    case "jpeg", "jpg": self = .jpeg
    case "png": self = .png
    case "heic", "heif": self = .heic
    case "avif": self = .avif
    case "webp": self = .webp
    case "jxl": self = .jxl
    case "tiff", "tif": self = .tiff
    case "raw": self = .raw
    default: return nil
    }
  }

  /// How many leading bytes `init(firstBytes:)` examines.
  package static let shortSignatureLength = HEIFBrands.signatureLength

  /// The format of a file that begins with these bytes; nil for any that isn't read. A TIFF
  /// structure is `raw` here, though it may be an ordinary TIFF picture: `init(of:size:)` tells
  /// them apart.
  package init?(firstBytes bytes: some Sequence<UInt8>) {
    if bytes.starts(with: Self.pngSignature) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8]) {
      self = .jpeg
    } else if bytes.starts(with: Array("RIFF".utf8)),
      bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
    {
      self = .webp
    } else if JXLSignature.begins(bytes) {
      self = .jxl
    } else if bytes.starts(with: Array("II+\0".utf8)) || bytes.starts(with: Array("MM\0+".utf8)) {
      self = .tiff
    } else {
      let bytes = Array(bytes.prefix(Self.shortSignatureLength))
      guard
        let format = HEIFBrands.format(of: bytes)
          ?? RawContainer(firstBytes: bytes).map({ _ in .raw })
      else {
        return nil
      }
      self = format
    }
  }

  /// Whether a file that begins with these bytes, of which more may follow, can still have a
  /// supported format.
  package static func mayBegin(with bytes: [UInt8]) -> Bool {
    // Every format except HEIF, whose brands come later, is recognised by twelve bytes.
    bytes.count < 12 || bytes[4...].starts(with: Array("ftyp".utf8))
      || PhotoFormat(firstBytes: bytes) != nil
  }

  /// The bytes that a PNG begins with.
  static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// How many leading bytes `recognise` examines.
  static let signatureLength = 512

  /// The format of a file that begins with `bytes`, as `init(firstBytes:)` has it.
  ///
  /// - Throws: `CodecError.notAPicture` with the type that it looks like.
  static func recognise(_ bytes: [UInt8]) throws(CodecError) -> PhotoFormat {
    guard let format = PhotoFormat(firstBytes: bytes) else {
      throw .notAPicture(type: OtherFileType(bytes))
    }
    return format
  }
}
