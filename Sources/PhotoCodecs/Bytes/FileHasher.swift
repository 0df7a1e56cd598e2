internal import Synchronization
internal import SystemPackage
internal import ThreadPool

/// Computes the digest of a file while it is decoded: from the bytes that the decoder reads, so
/// that each is read only once, or from bytes that it reads itself on an idle thread. Whatever is
/// missing at the end is read then.
///
/// Any thread may call it; only one at a time hashes.
/// Safe, because `buffer` is used only under the mutex.
@safe package final class FileHasher: @unchecked Sendable {
  private let descriptor: FileDescriptor
  /// The file's size when it was opened, in bytes.
  private let size: Int
  private let mutex = POSIXMutex()
  /// Set once the digest is wanted, or no longer needed. Other threads then let go of the mutex,
  /// which they might otherwise take again and again before the thread that waits for it gets it.
  private let isEnding = Atomic(false)

  // Used only while holding the mutex.
  private var hash = SHA256()
  /// The offset of the first byte that the hash lacks.
  private var next = 0
  private let buffer: UnsafeMutableRawBufferPointer
  /// Whether the end of the file was reached, reading failed, or the hasher was stopped.
  private var hasEnded = false
  private var failure: CodecError?

  /// Bytes read at a time: few enough to stay in the L2 cache, and to hold up a waiting thread only
  /// briefly.
  private static let bufferSize = 64 * 1024
  /// The largest gap in what the decoder has read, in bytes, that is read right away so that
  /// hashing can go on behind it.
  private static let maxGap = 256 * 1024

  /// The file must stay open until `stop`, or `finish` has returned.
  package convenience init(_ file: borrowing PhotoFile) {
    self.init(file.descriptor, size: file.size)
  }

  /// Hashes an open file that has this size, in bytes.
  init(_ descriptor: FileDescriptor, size: Int) {
    self.descriptor = descriptor
    self.size = size
    unsafe buffer = .allocate(byteCount: Self.bufferSize, alignment: 64)
  }

  deinit { unsafe buffer.deallocate() }

  /// Adds bytes that were read at `offset`, if they follow what has been hashed so far; those that
  /// were hashed before are skipped. Does nothing while another thread is hashing.
  func add(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    guard mutex.tryLock() else { return }
    defer { mutex.unlock() }
    guard offset <= next + Self.maxGap, offset + bytes.count > next else { return }
    while next < offset, !hasEnded { readPiece(upTo: offset) }
    guard !hasEnded else { return }
    unsafe hash.update(UnsafeBufferPointer(rebasing: bytes[(next - offset)...]))
    next = offset + bytes.count
  }

  /// Reads and hashes the next 64 KiB; returns false once there is nothing left to do. Waits for a
  /// thread that is hashing.
  package func advance() -> Bool {
    guard !isEnding.load(ordering: .relaxed) else { return false }
    mutex.lock()
    defer { mutex.unlock() }
    if !hasEnded { readPiece(upTo: .max) }
    return !hasEnded
  }

  /// Reads and hashes the rest of the file; from now on other threads no longer do.
  ///
  /// - Parameter isCancelled: called before each 64 KiB.
  /// - Throws: `readFailed`, `cancelled`; `changedWhileReading` when the file is longer or shorter
  ///   than it was when it was opened.
  package func finish(isCancelled: () -> Bool = { false }) throws(CodecError) -> Digest {
    isEnding.store(true, ordering: .relaxed)
    mutex.lock()
    defer { mutex.unlock() }
    while !hasEnded {
      if isCancelled() { throw .cancelled }
      readPiece(upTo: .max)
    }
    if let failure { throw failure }
    guard next == size else { throw .changedWhileReading }
    return Digest(hash)
  }

  /// From now on no thread reads the file.
  package func stop() {
    isEnding.store(true, ordering: .relaxed)
    mutex.lock()
    defer { mutex.unlock() }
    hasEnded = true
  }

  /// Also reads beyond the file's old end, to notice if it has grown.
  private func readPiece(upTo end: Int) {
    do throws(CodecError) {
      let piece = unsafe UnsafeMutableRawBufferPointer(
        rebasing: buffer[..<min(end - next, buffer.count)])
      let count = try unsafe descriptor.read(at: next, into: piece, ofFileWithSize: size)
      unsafe hash.update(
        UnsafeBufferPointer(rebasing: piece.assumingMemoryBound(to: UInt8.self)[..<count]))
      next += count
      if count == 0 { hasEnded = true }
    } catch {
      failure = error
      hasEnded = true
    }
  }
}

extension FileHasher {
  /// The C callback; its first argument is `context`.
  static let callback:
    @convention(c) (UnsafeMutableRawPointer?, UInt64, UnsafePointer<UInt8>?, Int) -> Void = {
      context, offset, bytes, count in
      guard let context = unsafe context else { return }
      let hasher = unsafe Unmanaged<FileHasher>.fromOpaque(context).takeUnretainedValue()
      unsafe hasher.add(UnsafeBufferPointer(start: bytes, count: count), at: Int(offset))
    }

  /// Valid as long as this object lives.
  var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }
}
