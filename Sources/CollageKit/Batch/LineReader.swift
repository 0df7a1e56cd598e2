internal import Files
package import SystemPackage

/// Reads a file line by line, holding at most one line in memory.
package struct LineReader: Sendable {
  package enum Line: Hashable, Sendable {
    /// The line without its line break.
    case bytes([UInt8])
    /// Longer than `limit`.
    case tooLong
  }

  /// The longest line, in bytes.
  package static let limit = 1 << 20

  /// The file's path, for messages.
  let path: FilePath
  private let descriptor: FileDescriptor
  private var buffer: [UInt8] = []
  /// The bytes before this index have been returned.
  private var start = 0
  private var atEnd = false
  /// The number of the latest line, from 1.
  private(set) var number = 0
  private let waitForInput: @Sendable (FileDescriptor) -> Bool

  /// - Parameters:
  ///   - descriptor: must stay open while lines are read; the caller closes it.
  ///   - waitForInput: returns true once there is something to read; false to stop reading, which
  ///     throws `Errno.interrupted`.
  package init(
    _ descriptor: FileDescriptor, path: FilePath,
    waitForInput: @escaping @Sendable (FileDescriptor) -> Bool = { _ in true }
  ) {
    self.descriptor = descriptor
    self.path = path
    self.waitForInput = waitForInput
  }

  /// The next line; nil at the end.
  package mutating func next() throws(BatchSourceError) -> Line? {
    var searched = start
    var isTooLong = false
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return line(buffer[start..<end], isTooLong)
      }
      if atEnd {
        defer { start = buffer.count }
        return start < buffer.count || isTooLong ? line(buffer[start...], isTooLong) : nil
      }
      if buffer.count - start > Self.limit { isTooLong = true }
      // The beginning of a line that is too long is dropped.
      if isTooLong { start = buffer.count }
      searched = buffer.count - start
      try fill()
    }
  }

  private mutating func line(_ bytes: ArraySlice<UInt8>, _ isTooLong: Bool) -> Line {
    number += 1
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = number == 1 && bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes
    return isTooLong || bytes.count > Self.limit ? .tooLong : .bytes(Array(bytes))
  }

  private mutating func fill() throws(BatchSourceError) {
    guard waitForInput(descriptor) else { throw BatchSourceError(path: path, errno: .interrupted) }
    buffer.removeSubrange(..<start)
    start = 0
    let old = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: 64 * 1024))
    do throws(Errno) {
      let count = try FileSystem.typed {
        try unsafe buffer.withUnsafeMutableBytes { bytes in
          try unsafe descriptor.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[old...]))
        }
      }
      buffer.removeLast(buffer.count - old - count)
      atEnd = count == 0
    } catch {
      throw BatchSourceError(path: path, errno: error)
    }
  }
}

extension [UInt8] {
  /// Whether it consists of spaces, tabs and carriage returns, if anything.
  package var isBlank: Bool { allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
}
