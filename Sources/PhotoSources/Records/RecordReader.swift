/// Reads what a `RecordWriter` has written. Everything is nil where the record ends too early.
struct RecordReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func number(bytes count: Int) -> Int? {
    guard count <= rest.count else { return nil }
    var number: UInt64 = 0
    for index in 0..<count {
      number |= UInt64(rest[rest.startIndex + index]) << UInt64(8 * index)
    }
    rest = rest.dropFirst(count)
    return Int(truncatingIfNeeded: number)
  }

  mutating func numbers(_ howMany: Int, bytes count: Int) -> [Int]? {
    var numbers: [Int] = []
    for _ in 0..<howMany {
      guard let next = number(bytes: count) else { return nil }
      numbers.append(next)
    }
    return numbers
  }

  mutating func bytes(_ count: Int) -> [UInt8]? {
    guard count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// Bytes after their number.
  mutating func countedBytes() -> [UInt8]? {
    guard let count = number(bytes: 4) else { return nil }
    return bytes(count)
  }
}
