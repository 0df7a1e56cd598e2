/// Numbers and fields of a TIFF structure, the form of EXIF and of most raw files. Wrong offsets
/// and counts are harmless: nothing outside the structure is read.
struct TIFFStructure {
  /// An entry of a directory.
  struct Field {
    /// How many values it has.
    let count: Int
    fileprivate let type: Int
    /// The offset of the entry's four bytes for the value.
    fileprivate let valueOffset: Int
  }

  /// A directory's entries by tag; of several with the same tag, the first.
  struct Directory {
    fileprivate(set) var fields: [Int: Field] = [:]
    /// The offset of the next directory in the chain; 0 for none.
    let next: Int
  }

  private let file: FileWindow
  private let isBigEndian: Bool

  /// The structure that is a whole file; nil if it doesn't begin like one.
  ///
  /// - Parameter version: what follows the byte order: 42, unless a camera's maker has taken
  ///   another number.
  init?(_ file: FileWindow, version: Int = 42) {
    guard let bytes = file.bytes(at: 0, count: 4) else { return nil }
    let (high, low) = (UInt8(version >> 8), UInt8(version & 0xFF))
    isBigEndian = bytes.elementsEqual([0x4D, 0x4D, high, low])
    guard isBigEndian || bytes.elementsEqual([0x49, 0x49, low, high]) else { return nil }
    self.file = file
  }

  /// The offset of the first directory.
  var firstDirectory: Int? { number(at: 4, count: 4) }

  /// The first field with this tag in the directory at an offset. Reads 65,535 entries at most.
  func field(_ tag: Int, in directory: Int) -> Field? {
    guard let entries = number(at: directory, count: 2) else { return nil }
    for entry in 0..<entries {
      guard let (found, field) = field(at: directory + 2 + 12 * entry) else { return nil }
      if found == tag { return field }
    }
    return nil
  }

  /// The directory at an offset; nil if it isn't whole or has more than `limit` entries.
  func directory(at offset: Int, limit: Int) -> Directory? {
    guard let entries = number(at: offset, count: 2), entries <= limit else { return nil }
    let end = offset + 2 + 12 * entries
    // Some cameras leave out the offset of the next directory.
    var directory = Directory(next: number(at: end, count: 4) ?? 0)
    for start in stride(from: offset + 2, to: end, by: 12) {
      guard let (tag, field) = field(at: start) else { return nil }
      if directory.fields[tag] == nil { directory.fields[tag] = field }
    }
    return directory
  }

  /// The value, as a number, of the first field with this tag.
  func number(_ tag: Int, in directory: Int) -> Int? { field(tag, in: directory).flatMap(number) }

  private func field(at offset: Int) -> (tag: Int, Field)? {
    guard let tag = number(at: offset, count: 2), let type = number(at: offset + 2, count: 2),
      let count = number(at: offset + 4, count: 4)
    else { return nil }
    return (tag, Field(count: count, type: type, valueOffset: offset + 8))
  }

  /// The field's value as a number; nil unless it is a byte, a short or a long.
  func number(of field: Field) -> Int? {
    Self.size(ofNumber: field.type).flatMap { number(at: field.valueOffset, count: $0) }
  }

  /// The field's values as numbers; nil unless they are bytes, shorts or longs, and there are at
  /// most `limit`.
  func numbers(of field: Field, limit: Int) -> [Int]? {
    guard let size = Self.size(ofNumber: field.type), field.count <= limit,
      let start = size * field.count > 4
        ? number(at: field.valueOffset, count: 4) : field.valueOffset
    else { return nil }
    var numbers: [Int] = []
    for index in 0..<field.count {
      guard let number = number(at: start + size * index, count: size) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// The size of a number in bytes; nil for a type that isn't one. The last type is the offset of a
  /// directory.
  private static func size(ofNumber type: Int) -> Int? {
    switch type {
    case 1: 1
    case 3: 2
    case 4, 13: 4
    default: nil
    }
  }

  /// The bytes of the file that hold the field's value, if it is more than four uninterpreted
  /// bytes; nil for any other.
  func data(of field: Field) -> Range<Int>? {
    guard [1, 7].contains(field.type), field.count > 4,
      let start = number(at: field.valueOffset, count: 4)
    else {
      return nil
    }
    return start..<start + field.count
  }

  /// The first bytes of a range, at most `limit`, as far as the structure reaches.
  func bytes(_ range: Range<Int>, limit: Int) -> ArraySlice<UInt8>? {
    file.bytes(
      at: range.lowerBound, count: min(range.count, limit, max(file.size - range.lowerBound, 0)))
  }

  /// The first bytes of the field's text, at most `limit`; nil unless it is a text. Up to four
  /// bytes are in the entry itself, more elsewhere in the structure.
  func text(of field: Field, limit: Int) -> ArraySlice<UInt8>? {
    guard field.type == 2, field.count > 0,
      let offset = field.count > 4 ? number(at: field.valueOffset, count: 4) : field.valueOffset
    else { return nil }
    return file.bytes(at: offset, count: min(field.count, limit, max(file.size - offset, 0)))
  }

  /// The field's value as the fraction of two numbers, with signs if its type says so; nil unless
  /// it is one, or its denominator is 0.
  func fraction(of field: Field) -> Double? {
    guard field.type == 5 || field.type == 10, field.count == 1,
      let start = number(at: field.valueOffset, count: 4),
      let numerator = number(at: start, count: 4),
      let denominator = number(at: start + 4, count: 4), denominator != 0
    else { return nil }
    if field.type == 5 { return Double(numerator) / Double(denominator) }
    return Double(Int32(truncatingIfNeeded: numerator))
      / Double(Int32(truncatingIfNeeded: denominator))
  }

  /// The number of up to seven bytes at an offset; nil if the structure ends before that.
  func number(at offset: Int, count: Int) -> Int? {
    file.bytes(at: offset, count: count).map { isBigEndian ? $0.bigEndian : $0.littleEndian }
  }
}
