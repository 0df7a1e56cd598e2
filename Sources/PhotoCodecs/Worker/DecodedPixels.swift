internal import CSandbox
internal import Glibc

/// The pixels that a worker has delivered, in memory that nobody changes any more. Unmapped when it
/// is destroyed.
@safe final class DecodedPixels: @unchecked Sendable {
  /// Bytes of all pixels.
  let count: Int
  /// Whether pixels are missing, with transparent black in their place.
  let losesPixels: Bool
  /// A problem that the decoder noticed, in ASCII; nil if there was none.
  let message: String?
  /// The worker's library with its version, where it says so.
  let library: String
  private let start: UnsafePointer<UInt8>

  /// Maps the pixels of a worker's buffer.
  init(of buffer: Int32, count: Int, _ reply: csandbox_reply) throws(CodecError) {
    guard let start = unsafe csandbox_map_pixels(buffer, count) else {
      throw CodecError(errno: errno)
    }
    unsafe self.start = start
    self.count = count
    losesPixels = reply.loses_pixels == 1
    message = reply.text.isEmpty ? nil : reply.text
    library = csandbox_reply.text(reply.library.name)
  }

  deinit { unsafe csandbox_unmap_pixels(start, count) }

  /// The pixels from an offset on, in bytes, which must be inside; valid as long as this value
  /// lives.
  func pointer(at offset: Int) -> UnsafeRawPointer {
    precondition((0..<count).contains(offset))
    return unsafe UnsafeRawPointer(start + offset)
  }
}
