internal import SystemPackage

/// Takes the digest of a file while it is decoded, of the bytes that its decoder reads, so that they are read once.
/// What the decoder leaves out, and what it doesn't get to, is read here.
///
/// Used by one thread at a time.
@safe package final class FileHasher: @unchecked Sendable {
  private let descriptor: FileDescriptor
  /// In bytes, when the file was opened.
  private let size: Int
  private var hash = SHA256()
  /// The offset of the first byte that the hash lacks.
  private var next = 0
  private var failure: CodecError?

  /// How much is read at a time: little enough for the L2 cache.
  private static let bufferSize = 128 * 1024

  /// The file must stay open as long as the hasher is used.
  package init(_ file: borrowing PhotoFile) {
    descriptor = file.descriptor
    size = file.size
  }

  /// Adds what was read at `offset`. Reads what is missing in front of it, and leaves out what was added before.
  func add(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    guard failure == nil, offset + bytes.count > next else { return }
    do throws(CodecError) {
      if offset > next { try read(to: offset) { false } }
      unsafe hash.update(UnsafeBufferPointer(rebasing: bytes[(next - offset)...]))
      next = offset + bytes.count
    } catch {
      failure = error
    }
  }

  /// Reads the rest of the file. Call once, at the end.
  ///
  /// - Parameter isCancelled: called before each 128 KiB.
  /// - Throws: `readFailed`, `cancelled`; `changedWhileReading` when the file is longer or shorter than it was when it
  ///   was opened.
  package func finish(isCancelled: () -> Bool = { false }) throws(CodecError) -> Digest {
    if let failure { throw failure }
    // Past the old end, too: the file may have grown.
    try read(to: .max, isCancelled)
    guard next == size else { throw .changedWhileReading }
    return Digest(hash)
  }

  /// Reads up to `end`, or to the end of the file.
  private func read(to end: Int, _ isCancelled: () -> Bool) throws(CodecError) {
    // Not cleared by the system again for every piece.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bufferSize, alignment: 64)
    defer { unsafe buffer.deallocate() }
    while next < end {
      if isCancelled() { throw .cancelled }
      let piece = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(end - next, buffer.count)])
      let count = try unsafe descriptor.read(at: next, into: piece, ofFileWithSize: size)
      if count == 0 { break }
      unsafe hash.update(UnsafeBufferPointer(rebasing: piece.assumingMemoryBound(to: UInt8.self)[..<count]))
      next += count
    }
  }
}

extension FileHasher {
  /// The C callback; its first argument is `context`.
  static let callback: @convention(c) (UnsafeMutableRawPointer?, UInt64, UnsafePointer<UInt8>?, Int) -> Void = {
    context, offset, bytes, count in
    guard let context = unsafe context else { return }
    let hasher = unsafe Unmanaged<FileHasher>.fromOpaque(context).takeUnretainedValue()
    unsafe hasher.add(UnsafeBufferPointer(start: bytes, count: count), at: Int(offset))
  }

  /// Valid as long as this object lives.
  var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }
}
