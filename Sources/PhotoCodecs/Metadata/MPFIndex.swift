/// A JPEG's index of the pictures that follow it in the file (CIPA DC-007, Multi-Picture Format).
struct MPFIndex: Hashable, Sendable {
  static let signature = Array("MPF\0".utf8)
  private static let entriesTag = 0xB002
  private static let entryBytes = 16
  /// More than any camera writes; the rest is passed over.
  private static let maxEntries = 64
  private static let maxDirectoryFields = 64

  /// Where the pictures after the first begin in the file, as the index has it: anywhere. Editors
  /// that insert metadata before the index leave wrong offsets.
  let offsets: [Int]

  /// Nil if there is no index that can be read.
  ///
  /// - Parameters:
  ///   - bytes: what follows the signature: a TIFF structure.
  ///   - offset: where `bytes` begin in the file; the pictures' offsets count from there.
  init?(_ bytes: [UInt8], at offset: Int) {
    guard let structure = TIFFStructure(FileWindow(bytes)), let first = structure.firstDirectory,
      let directory = structure.directory(at: first, limit: Self.maxDirectoryFields),
      let entries = directory.fields[Self.entriesTag].flatMap(structure.data)
    else { return nil }
    var offsets: [Int] = []
    let count = min(entries.count / Self.entryBytes, Self.maxEntries)
    for entry in 0..<count {
      let start = entries.lowerBound + entry * Self.entryBytes
      guard let relative = structure.number(at: start + 8, count: 4) else { break }
      // The first one is the photo itself.
      if entry > 0 { offsets.append(offset + relative) }
    }
    self.offsets = offsets
  }
}
