/// Finds the preview of an Olympus or OM System raw file: it is in the maker's note, in which
/// offsets count from the note's beginning.
enum OlympusPreview {
  private enum Tag {
    static let exifDirectory = 0x8769
    static let makerNote = 0x927C
    static let cameraSettings = 0x2020
    static let previewOffset = 0x0101
    static let previewLength = 0x0102
  }

  /// The beginnings of such notes, and the number of bytes before the directory of each.
  private static let signatures: [(text: String, length: Int)] = [
    ("OLYMPUS\0", 12), ("OM SYSTEM\0", 16),
  ]

  /// Where the JPEG may be; nil if there is none. Its bytes are not checked here.
  static func range(in structure: TIFFStructure, of file: FileWindow) -> Range<Int>? {
    guard let first = structure.firstDirectory,
      let exif = structure.number(Tag.exifDirectory, in: first),
      let note = structure.field(Tag.makerNote, in: exif).flatMap(structure.data)?.lowerBound,
      let beginning = file.bytes(at: note, count: 16),
      let signature = signatures.first(where: { beginning.starts(with: $0.text.utf8) }),
      let settings = structure.number(Tag.cameraSettings, in: note + signature.length),
      let offset = structure.number(Tag.previewOffset, in: note + settings),
      let length = structure.number(Tag.previewLength, in: note + settings)
    else { return nil }
    return note + offset..<note + offset + length
  }
}
