/// Numbers and fields of a TIFF structure, the form of EXIF. Wrong offsets and counts are harmless: nothing outside the
/// bytes is read.
struct TIFFStructure {
  /// An entry of a directory.
  struct Field {
    fileprivate let type: Int
    /// Where its four bytes for the value begin.
    fileprivate let valueOffset: Int
  }

  private let bytes: [UInt8]
  private let isBigEndian: Bool

  /// Nil if the bytes don't begin like a TIFF structure.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0x49, 0x49, 0x2A, 0x00]) {
      isBigEndian = false
    } else if bytes.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) {
      isBigEndian = true
    } else {
      return nil
    }
  }

  /// The offset of the first directory.
  var firstDirectory: Int? { number(at: 4, count: 4) }

  /// The first field with this tag in the directory at an offset. Reads 65,535 entries at most.
  func field(_ tag: Int, in directory: Int) -> Field? {
    guard let entries = number(at: directory, count: 2) else { return nil }
    for entry in 0..<entries {
      let offset = directory + 2 + 12 * entry
      guard let found = number(at: offset, count: 2), let type = number(at: offset + 2, count: 2) else { return nil }
      if found == tag { return Field(type: type, valueOffset: offset + 8) }
    }
    return nil
  }

  /// The field's value as a number; nil unless it is a byte, a short or a long.
  func number(of field: Field) -> Int? {
    switch field.type {
    case 1: number(at: field.valueOffset, count: 1)
    case 3: number(at: field.valueOffset, count: 2)
    case 4: number(at: field.valueOffset, count: 4)
    default: nil
    }
  }

  /// The first bytes of the field's text, `limit` at most; nil unless it is a text of more than four bytes, which stands
  /// elsewhere in the structure.
  func text(of field: Field, limit: Int) -> ArraySlice<UInt8>? {
    guard field.type == 2, let count = number(at: field.valueOffset - 4, count: 4), count > 4,
      let offset = number(at: field.valueOffset, count: 4), offset < bytes.count
    else { return nil }
    return bytes[offset...].prefix(min(count, limit))
  }

  private func number(at offset: Int, count: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    let field = bytes[offset..<offset + count]
    return isBigEndian ? field.bigEndian : field.reversed().bigEndian
  }
}
