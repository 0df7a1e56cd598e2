/// A handmade TIFF structure: EXIF, a TIFF picture, or a camera's raw file.
package struct TIFFBuilder {
  package enum Value {
    case short(UInt16)
    case long(UInt32)
    case longs([UInt32])
    case text(String)
    /// Uninterpreted bytes, more than four.
    case data([UInt8])
    /// The offset of these bytes, which are stored somewhere in the file.
    case offset(of: [UInt8])
    case directory(Directory)
    case directories([Directory])
  }

  /// Tags and values, in this order.
  package typealias Directory = [(tag: UInt16, value: Value)]

  /// Each refers to the next one.
  package var chain: [Directory]
  package var isBigEndian = false
  /// What follows the byte order.
  package var version: UInt16 = 42
  /// Between the header and the first directory.
  package var signature: [UInt8] = []

  package init(
    _ chain: [Directory], isBigEndian: Bool = false, version: UInt16 = 42, signature: [UInt8] = []
  ) {
    self.chain = chain
    self.isBigEndian = isBigEndian
    self.version = version
    self.signature = signature
  }

  package var bytes: [UInt8] {
    var bytes =
      Array((isBigEndian ? "MM" : "II").utf8) + field(version) + field(UInt32(0)) + signature
    var next = 4
    for directory in chain {
      let (start, end) = append(directory, to: &bytes)
      bytes.replaceSubrange(next..<next + 4, with: field(UInt32(start)))
      next = end
    }
    return bytes
  }

  /// - Returns: the offset of the directory, and where to put the offset of the next one.
  private func append(_ directory: Directory, to bytes: inout [UInt8]) -> (start: Int, next: Int) {
    if bytes.count % 2 == 1 { bytes.append(0) }
    let start = bytes.count
    bytes += field(UInt16(directory.count)) + [UInt8](repeating: 0, count: 12 * directory.count + 4)
    for (index, entry) in directory.enumerated() {
      let (type, count, value) = encoded(entry.value, appendingTo: &bytes)
      let place = start + 2 + 12 * index
      let whole = field(entry.tag) + field(type) + field(UInt32(count)) + inline(value, in: &bytes)
      bytes.replaceSubrange(place..<place + 12, with: whole)
    }
    return (start, start + 2 + 12 * directory.count)
  }

  private func encoded(_ value: Value, appendingTo bytes: inout [UInt8]) -> (
    type: UInt16, count: Int, value: [UInt8]
  ) {
    switch value {
    case .short(let number): return (3, 1, field(number))
    case .long(let number): return (4, 1, field(number))
    case .longs(let numbers): return (4, numbers.count, numbers.flatMap { field($0) })
    case .text(let text): return (2, text.utf8.count + 1, Array(text.utf8) + [0])
    case .data(let data): return (7, data.count, data)
    case .offset(let data):
      bytes += data
      return (4, 1, field(UInt32(bytes.count - data.count)))
    case .directory(let directory):
      return (4, 1, field(UInt32(append(directory, to: &bytes).start)))
    case .directories(let directories):
      return (
        4, directories.count, directories.flatMap { field(UInt32(append($0, to: &bytes).start)) }
      )
    }
  }

  /// The four bytes of a field: the value, or where it is.
  private func inline(_ value: [UInt8], in bytes: inout [UInt8]) -> [UInt8] {
    if value.count <= 4 { return value + [UInt8](repeating: 0, count: 4 - value.count) }
    bytes += value
    return field(UInt32(bytes.count - value.count))
  }

  private func field(_ number: some FixedWidthInteger) -> [UInt8] {
    let bytes = stride(from: 0, to: number.bitWidth, by: 8).map {
      UInt8(truncatingIfNeeded: number >> $0)
    }
    return isBigEndian ? bytes.reversed() : bytes
  }
}
