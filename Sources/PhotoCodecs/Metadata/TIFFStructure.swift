/// Numbers and fields of a TIFF structure, the form of EXIF, of TIFF pictures and of most raw
/// files. Wrong offsets and counts are harmless: nothing outside the structure is read.
struct TIFFStructure {
  /// An entry of a directory.
  struct Field {
    /// How many values it has.
    let count: Int
    fileprivate let type: Int
    /// The offset of the entry's bytes for the value: four, or eight in a BigTIFF.
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
  /// The bytes of an offset, of a field's count and of the value in its entry: 8 in a BigTIFF,
  /// whose files may have more than 4 GiB, else 4.
  private let offsetBytes: Int

  /// What a BigTIFF has in place of 42.
  static let bigVersion = 43
  /// More than any file has bytes; so sums of these numbers are numbers.
  private static let maxNumber = 1 << 56

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
    offsetBytes = version == Self.bigVersion ? 8 : 4
  }

  /// The offset of the first directory.
  var firstDirectory: Int? { number(at: offsetBytes, count: offsetBytes) }

  /// The bytes of a directory's number of entries.
  private var countBytes: Int { offsetBytes == 8 ? 8 : 2 }

  private var entryBytes: Int { 4 + 2 * offsetBytes }

  /// The first field with this tag in the directory at an offset. Reads 65,535 entries at most.
  func field(_ tag: Int, in directory: Int) -> Field? {
    guard let entries = number(at: directory, count: countBytes) else { return nil }
    for entry in 0..<min(entries, 65_535) {
      guard let (found, field) = field(at: directory + countBytes + entryBytes * entry) else {
        return nil
      }
      if found == tag { return field }
    }
    return nil
  }

  /// The directory at an offset; nil if it isn't whole or has more than `limit` entries.
  func directory(at offset: Int, limit: Int) -> Directory? {
    guard let entries = number(at: offset, count: countBytes), entries <= limit else { return nil }
    let end = offset + countBytes + entryBytes * entries
    // Some cameras leave out the offset of the next directory.
    var directory = Directory(next: number(at: end, count: offsetBytes) ?? 0)
    for start in stride(from: offset + countBytes, to: end, by: entryBytes) {
      guard let (tag, field) = field(at: start) else { return nil }
      if directory.fields[tag] == nil { directory.fields[tag] = field }
    }
    return directory
  }

  /// The value, as a number, of the first field with this tag.
  func number(_ tag: Int, in directory: Int) -> Int? { field(tag, in: directory).flatMap(number) }

  private func field(at offset: Int) -> (tag: Int, Field)? {
    guard let tag = number(at: offset, count: 2), let type = number(at: offset + 2, count: 2),
      let count = number(at: offset + 4, count: offsetBytes)
    else { return nil }
    return (tag, Field(count: count, type: type, valueOffset: offset + 4 + offsetBytes))
  }

  /// The field's value as a number; nil unless it is a byte, a short or a long.
  func number(of field: Field) -> Int? {
    Self.size(ofNumber: field.type).flatMap { number(at: field.valueOffset, count: $0) }
  }

  /// The field's values as numbers; nil unless they are bytes, shorts or longs, and there are at
  /// most `limit`.
  func numbers(of field: Field, limit: Int) -> [Int]? {
    guard let size = Self.size(ofNumber: field.type), field.count <= limit,
      let start = start(of: field, bytes: size * field.count)
    else { return nil }
    var numbers: [Int] = []
    for index in 0..<field.count {
      guard let number = number(at: start + size * index, count: size) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// Where the value begins that has so many bytes: in the entry itself if there is room.
  private func start(of field: Field, bytes: Int) -> Int? {
    bytes > offsetBytes
      ? number(at: field.valueOffset, count: offsetBytes) : field.valueOffset
  }

  /// The size of a number in bytes; nil for a type that isn't one. The last ones of each size are
  /// offsets of directories.
  private static func size(ofNumber type: Int) -> Int? {
    switch type {
    case 1: 1
    case 3: 2
    case 4, 13: 4
    case 16, 18: 8
    default: nil
    }
  }

  /// The bytes of the file that hold the field's value, if it is more uninterpreted bytes
  /// than the entry itself can hold; nil for any other.
  func data(of field: Field) -> Range<Int>? {
    guard [1, 7].contains(field.type) else { return nil }
    return range(of: field, bytes: field.count)
  }

  /// The same for a field of bytes that may have been stored as longs.
  func dataOrLongs(of field: Field) -> Range<Int>? {
    field.type == 4 && field.count < Self.maxNumber / 4
      ? range(of: field, bytes: 4 * field.count) : data(of: field)
  }

  private func range(of field: Field, bytes: Int) -> Range<Int>? {
    guard bytes > offsetBytes, let start = number(at: field.valueOffset, count: offsetBytes) else {
      return nil
    }
    return start..<start + bytes
  }

  /// The first bytes of a range, at most `limit`, as far as the structure reaches.
  func bytes(_ range: Range<Int>, limit: Int) -> ArraySlice<UInt8>? {
    file.bytes(
      at: range.lowerBound, count: min(range.count, limit, max(file.size - range.lowerBound, 0)))
  }

  /// The first bytes of the field's text, at most `limit`; nil unless it is a text. Few bytes
  /// are in the entry itself, more elsewhere in the structure.
  func text(of field: Field, limit: Int) -> ArraySlice<UInt8>? {
    guard field.type == 2, field.count > 0,
      let offset = start(of: field, bytes: field.count)
    else { return nil }
    return file.bytes(at: offset, count: min(field.count, limit, max(file.size - offset, 0)))
  }

  /// The field's value as the fraction of two numbers, with signs if its type says so; nil unless
  /// it is one, or its denominator is 0.
  func fraction(of field: Field) -> Double? {
    guard field.type == 5 || field.type == 10, field.count == 1,
      let start = start(of: field, bytes: 8),
      let numerator = number(at: start, count: 4),
      let denominator = number(at: start + 4, count: 4), denominator != 0
    else { return nil }
    if field.type == 5 { return Double(numerator) / Double(denominator) }
    return Double(Int32(truncatingIfNeeded: numerator))
      / Double(Int32(truncatingIfNeeded: denominator))
  }

  /// The number of up to eight bytes at an offset; nil if the structure ends before that, or the
  /// number is larger than any offset.
  func number(at offset: Int, count: Int) -> Int? {
    guard let bytes = file.bytes(at: offset, count: count) else { return nil }
    let number = isBigEndian ? bytes.bigEndian : bytes.littleEndian
    return (0...Self.maxNumber).contains(number) ? number : nil
  }
}
