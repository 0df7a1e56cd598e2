/// Finds the preview in an Olympus or OM System raw file: it is in the maker's note, whose offsets
/// count from the note's beginning.
enum OlympusPreview {
  private enum Tag {
    static let exifDirectory = 0x8769
    static let makerNote = 0x927C
    static let cameraSettings = 0x2020
    static let previewOffset = 0x0101
    static let previewLength = 0x0102
  }

  /// The text that a note begins with, and how many bytes come before its directory.
  private static let signatures: [(text: String, length: Int)] = [
    ("OLYMPUS\0", 12), ("OM SYSTEM\0", 16),
  ]

  /// Where the JPEG may be; its bytes are not looked at. Nil if there is none.
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
