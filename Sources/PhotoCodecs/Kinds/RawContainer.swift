/// The structure of a raw file, according to its first bytes.
enum RawContainer {
  /// A TIFF structure with this number after the byte order: 42 for most, including ordinary TIFF
  /// pictures.
  case tiff(version: Int)
  /// Canon's CR3: boxes as in an MP4.
  case boxes
  /// Fujifilm's RAF: its header says where the JPEG is.
  case fujifilm

  /// - Parameter bytes: at most `PhotoFormat.shortSignatureLength` are needed.
  init?(firstBytes bytes: [UInt8]) {
    if bytes.dropFirst(4).starts(with: "ftypcrx ".utf8) {
      self = .boxes
    } else if bytes.starts(with: "FUJIFILMCCD-RAW ".utf8) {
      self = .fujifilm
    } else if bytes.starts(with: "II*\0".utf8) || bytes.starts(with: "MM\0*".utf8) {
      self = .tiff(version: 42)
    } else if bytes.starts(with: "IIU\0".utf8) {
      // Panasonic's RW2.
      self = .tiff(version: 0x55)
    } else if bytes.starts(with: "IIRO".utf8) || bytes.starts(with: "MMOR".utf8) {
      // Olympus's ORF.
      self = .tiff(version: 0x4F52)
    } else if bytes.starts(with: "IIRS".utf8) {
      self = .tiff(version: 0x5352)
    } else {
      return nil
    }
  }
}
