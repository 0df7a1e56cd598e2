internal import SystemPackage

/// Reads pieces of an open file at any offset and keeps the latest window of bytes, for structures that refer from
/// anywhere to anywhere. The file must stay open as long as this object lives.
final class FileWindow {
  /// The file's size in bytes.
  let size: Int
  /// Why reading failed; from then on there are no more bytes. Check it after the structure was read.
  private(set) var failure: CodecError?
  private let descriptor: FileDescriptor
  private let windowSize: Int
  private let isCancelled: () -> Bool
  private var window: [UInt8] = []
  private var start = 0

  /// - Parameters:
  ///   - size: what the file had when it was opened, in bytes.
  ///   - windowSize: bytes per read.
  ///   - isCancelled: called before each read.
  init(
    _ descriptor: FileDescriptor, size: Int, windowSize: Int, isCancelled: @escaping () -> Bool = { false }
  ) {
    self.size = size
    self.descriptor = descriptor
    self.windowSize = windowSize
    self.isCancelled = isCancelled
  }

  /// The `count` bytes at `offset`; nil if the file ends before that, or once reading has failed.
  func bytes(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
    guard failure == nil, offset >= 0, count >= 0, offset <= size, count <= size - offset else { return nil }
    if offset < start || offset + count > start + window.count { fill(from: offset, count) }
    let first = offset - start
    guard first >= 0, first + count <= window.count else { return nil }
    return window[first..<first + count]
  }

  private func fill(from offset: Int, _ count: Int) {
    do throws(CodecError) {
      if isCancelled() { throw .cancelled }
      window = try descriptor.read(at: offset, count: min(max(count, windowSize), size - offset), ofFileWithSize: size)
      start = offset
    } catch {
      failure = error
    }
  }
}
