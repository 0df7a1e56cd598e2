/// Appends whole numbers and bytes to a record.
struct RecordWriter {
  private(set) var bytes: [UInt8] = []

  /// The least significant byte first; a negative number as its two's complement.
  mutating func append(_ number: Int, bytes count: Int) {
    for index in 0..<count {
      bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index)))
    }
  }

  mutating func append(_ more: some Sequence<UInt8>) { bytes += more }

  /// Bytes after their number.
  mutating func appendCounted(_ more: some Collection<UInt8>) {
    append(more.count, bytes: 4)
    append(more)
  }
}
