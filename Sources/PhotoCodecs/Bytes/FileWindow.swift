internal import SystemPackage

/// Reads pieces of an open file at any offset and keeps the latest window of bytes. The file must
/// stay open as long as this object lives.
final class FileWindow {
  /// The file's size in bytes, or the offset at which reading ends.
  let size: Int
  /// Why reading failed; from then on there are no more bytes.
  private(set) var failure: CodecError?
  /// Nil if the bytes are in memory.
  private let descriptor: FileDescriptor?
  private let windowSize: Int
  private let isCancelled: () -> Bool
  private var window: [UInt8]
  private var start = 0

  /// - Parameters:
  ///   - size: the file's size in bytes when it was opened, or less.
  ///   - windowSize: bytes per read: large if records are close together, small if they are far
  ///     apart.
  ///   - isCancelled: called before each read.
  init(
    _ descriptor: FileDescriptor, size: Int, windowSize: Int,
    isCancelled: @escaping () -> Bool = { false }
  ) {
    self.size = size
    self.descriptor = descriptor
    self.windowSize = windowSize
    self.isCancelled = isCancelled
    window = []
  }

  /// A window onto bytes that are already in memory.
  init(_ bytes: [UInt8]) {
    (size, window, windowSize) = (bytes.count, bytes, 0)
    descriptor = nil
    isCancelled = { false }
  }

  /// The `count` bytes at `offset`; nil if the file ends before that.
  func read(at offset: Int, count: Int) throws(CodecError) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, offset <= size, count <= size - offset else { return nil }
    if let descriptor, offset < start || offset + count > start + window.count {
      try fill(from: offset, min(max(count, windowSize), size - offset), of: descriptor)
    }
    let first = offset - start
    guard first + count <= window.count else { return nil }
    return window[first..<first + count]
  }

  /// The `count` bytes at `offset`, for structures that refer from anywhere to anywhere; nil if the
  /// file ends before that, and from the first failure to read on. Check `failure` once the
  /// structure is read.
  func bytes(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
    try? read(at: offset, count: count)
  }

  private func fill(from offset: Int, _ count: Int, of descriptor: FileDescriptor)
    throws(CodecError)
  {
    do throws(CodecError) {
      if let failure { throw failure }
      if isCancelled() { throw .cancelled }
      window = try descriptor.read(at: offset, count: count, ofFileWithSize: size)
      start = offset
    } catch {
      failure = error
      throw error
    }
  }

  /// The offset of the first matching byte from `offset` up to, but not including, `end`; nil if
  /// there is none.
  func firstOffset(from offset: Int, below end: Int, where isMatch: (UInt8) -> Bool)
    throws(CodecError) -> Int?
  {
    var offset = offset
    while offset < end, try read(at: offset, count: 1) != nil {
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

  /// The bytes as one little-endian number.
  var littleEndian: Int { reversed().bigEndian }
}

extension UInt32 {
  /// The four bytes of the number, the highest first.
  package var bigEndianBytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}
