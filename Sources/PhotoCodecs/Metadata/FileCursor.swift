/// Reads pieces of a file at any offset and caches the latest window of bytes.
struct FileCursor: ~Copyable {
  private var window: [UInt8] = []
  private var start = 0
  private let windowSize: Int
  private let size: Int
  private let isCancelled: () -> Bool

  /// - Parameters:
  ///   - windowSize: bytes per read: large if records are close together, small if they are far apart.
  ///   - isCancelled: called before each read.
  init(size: Int, windowSize: Int, isCancelled: @escaping () -> Bool = { false }) {
    self.size = size
    self.windowSize = windowSize
    self.isCancelled = isCancelled
  }

  /// The `count` bytes at `offset`; nil if the file ends before that.
  mutating func bytes(of file: borrowing PhotoFile, at offset: Int, count: Int) throws(CodecError) -> ArraySlice<UInt8>?
  {
    guard offset >= 0, count >= 0, offset <= size, count <= size - offset else { return nil }
    if offset < start || offset + count > start + window.count {
      if isCancelled() { throw .cancelled }
      window = try file.read(at: offset, count: min(max(count, windowSize), size - offset))
      start = offset
    }
    let first = offset - start
    guard first + count <= window.count else { return nil }
    return window[first..<first + count]
  }

  /// The offset of the first such byte from `offset` up to but not including `end`; nil if there is none.
  mutating func firstOffset(
    in file: borrowing PhotoFile, from offset: Int, below end: Int, where isMatch: (UInt8) -> Bool
  ) throws(CodecError) -> Int? {
    var offset = offset
    while offset < end, try bytes(of: file, at: offset, count: 1) != nil {
      let rest = window[(offset - start)..<min(window.count, end - start)]
      if let found = rest.firstIndex(where: isMatch) { return start + found }
      offset = start + window.count
    }
    return nil
  }
}

extension Collection where Element == UInt8 {
  /// The bytes as one big-endian number.
  var bigEndian: Int { reduce(0) { $0 << 8 | Int($1) } }
}

extension UInt32 {
  /// Its four bytes, the highest first.
  package var bigEndianBytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) } }
}
