internal import Glibc
internal import SystemPackage

/// Takes the digest of a file while it is decoded: of the bytes that its decoder reads, so that they are read once, or
/// of what it reads itself, on a thread that has nothing else to do. What is missing in the end is read then.
///
/// Any thread may call it; one at a time hashes.
@safe package final class FileHasher: @unchecked Sendable {
  private let descriptor: FileDescriptor
  /// In bytes, when the file was opened.
  private let size: Int
  /// A plain POSIX mutex, which the thread sanitizer understands.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  // Used only while holding the mutex.
  private var hash = SHA256()
  /// The offset of the first byte that the hash lacks.
  private var next = 0
  private let buffer: UnsafeMutableRawBufferPointer
  /// Whether the end of the file was reached, reading failed, or the hasher was stopped.
  private var hasEnded = false
  private var failure: CodecError?

  /// How much is read at a time: little enough for the L2 cache, and for a thread that waits for another's work.
  private static let bufferSize = 64 * 1024
  /// How much of what a decoder skips is read to hash what comes after it at once.
  private static let maxGap = 256 * 1024

  /// The file must stay open until `stop`, or `finish` has returned.
  package init(_ file: borrowing PhotoFile) {
    descriptor = file.descriptor
    size = file.size
    unsafe mutex = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    unsafe buffer = .allocate(byteCount: Self.bufferSize, alignment: 64)
  }

  deinit {
    unsafe buffer.deallocate()
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Adds what was read at `offset`, if it comes next, without what was added before; nothing while another thread is
  /// hashing.
  func add(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    guard unsafe pthread_mutex_trylock(mutex) == 0 else { return }
    defer { unlock() }
    guard offset <= next + Self.maxGap, offset + bytes.count > next else { return }
    while next < offset, !hasEnded { readPiece(upTo: offset) }
    guard !hasEnded else { return }
    unsafe hash.update(UnsafeBufferPointer(rebasing: bytes[(next - offset)...]))
    next = offset + bytes.count
  }

  /// Reads and hashes the next 64 KiB; returns false once there is nothing left to do. Waits for a thread that is
  /// hashing.
  package func advance() -> Bool {
    lock()
    defer { unlock() }
    if !hasEnded { readPiece(upTo: .max) }
    return !hasEnded
  }

  /// Reads and hashes the rest of the file.
  ///
  /// - Parameter isCancelled: called before each 64 KiB.
  /// - Throws: `readFailed`, `cancelled`; `changedWhileReading` when the file is longer or shorter than it was when it
  ///   was opened.
  package func finish(isCancelled: () -> Bool = { false }) throws(CodecError) -> Digest {
    repeat { if isCancelled() { throw .cancelled } } while advance()
    lock()
    defer { unlock() }
    if let failure { throw failure }
    guard next == size else { throw .changedWhileReading }
    return Digest(hash)
  }

  /// Lets no thread read the file any more.
  package func stop() {
    lock()
    defer { unlock() }
    hasEnded = true
  }

  /// Reads past the file's old end, too: it may have grown.
  private func readPiece(upTo end: Int) {
    do throws(CodecError) {
      let piece = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(end - next, buffer.count)])
      let count = try unsafe descriptor.read(at: next, into: piece, ofFileWithSize: size)
      unsafe hash.update(UnsafeBufferPointer(rebasing: piece.assumingMemoryBound(to: UInt8.self)[..<count]))
      next += count
      if count == 0 { hasEnded = true }
    } catch {
      failure = error
      hasEnded = true
    }
  }

  private func lock() { unsafe pthread_mutex_lock(mutex) }
  private func unlock() { unsafe pthread_mutex_unlock(mutex) }
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
