internal import CSandbox
internal import Glibc
internal import Imaging

/// The pixels of a picture that was decoded, four samples each, in memory that nobody changes any
/// more.
///
/// Safe, because `owner` keeps the memory, which has room for all pixels: a worker is told so, or
/// it is allocated for them.
@safe final class DecodedPixels: @unchecked Sendable {
  private enum Owner {
    /// Unmapped with this value.
    case worker
    case record(RecordMemory)
  }

  let size: PixelSize
  let depth: SampleDepth
  /// Problems that the decoder noticed.
  let faults: DecodeFaults
  /// The library that decoded them in a worker, with its version, where it says so; else empty.
  let library: String
  private let start: UnsafeRawPointer
  private let owner: Owner

  /// Maps the pixels of a worker's buffer.
  ///
  /// - Parameter reply: the worker's; its message is in ASCII.
  init(
    of buffer: Int32, _ size: PixelSize, _ depth: SampleDepth, _ reply: csandbox_reply
  ) throws(CodecError) {
    let bytes = size.pixels * depth.bytesPerPixel
    guard let start = unsafe csandbox_map_pixels(buffer, bytes) else {
      throw CodecError(errno: errno)
    }
    unsafe self.start = UnsafeRawPointer(start)
    owner = .worker
    self.size = size
    self.depth = depth
    faults = DecodeFaults(
      losesPixels: reply.loses_pixels == 1, message: reply.text.isEmpty ? nil : reply.text)
    library = csandbox_reply.text(reply.library.name)
  }

  /// - Parameter memory: holds all pixels, and maybe more.
  fileprivate init(in memory: RecordMemory, _ size: PixelSize, _ depth: SampleDepth) {
    unsafe start = UnsafeRawPointer(memory.start)
    owner = .record(memory)
    self.size = size
    self.depth = depth
    faults = .none
    library = ""
  }

  deinit {
    switch owner {
    case .worker: unsafe csandbox_unmap_pixels(start.assumingMemoryBound(to: UInt8.self), bytes)
    case .record: break
    }
  }

  /// The memory that all pixels take.
  var bytes: Int { size.pixels * depth.bytesPerPixel }

  /// Those of a worker's mapping; 0 for others.
  var mappedBytes: Int { if case .worker = owner { bytes } else { 0 } }

  /// The pixels from an offset on, in bytes, which must be inside; valid as long as this value
  /// lives.
  func pointer(at offset: Int) -> UnsafeRawPointer {
    precondition((0..<bytes).contains(offset))
    return unsafe start + offset
  }
}

/// The pixels of a picture that is being decoded, as far as they are known.
struct PixelRecord {
  private let size: PixelSize
  private let depth: SampleDepth
  private let memory: RecordMemory
  private var rows = 0

  /// - Parameter memory: has room for all pixels.
  init(of size: PixelSize, _ depth: SampleDepth, in memory: RecordMemory) {
    self.memory = memory
    self.size = size
    self.depth = depth
  }

  private var stride: Int { size.width * depth.bytesPerPixel }

  /// Copies the next row, of which there must be one.
  mutating func append(_ row: UnsafeRawPointer) {
    precondition(rows < size.height)
    unsafe (memory.start + rows * stride).copyMemory(from: row, byteCount: stride)
    rows += 1
  }

  /// All pixels, of which every row must have been appended.
  func pixels() -> DecodedPixels {
    precondition(rows == size.height)
    return DecodedPixels(in: memory, size, depth)
  }
}
