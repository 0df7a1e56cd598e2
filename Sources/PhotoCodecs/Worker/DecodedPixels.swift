internal import CResampling
internal import CSandbox
internal import Glibc
internal import Imaging

/// How the pixels of a decoded picture lie in memory, row behind row.
enum PixelStorage: Hashable {
  /// Four samples each.
  case whole(SampleDepth)
  /// Three samples of eight bits each, of a picture that is opaque.
  case packed
  /// The same, with each row coded by how it differs from the one above: half as much memory for a
  /// photo, which takes a tenth of the time of decoding it again.
  case coded

  /// Of the samples as a reader of rows delivers them.
  var depth: SampleDepth {
    switch self {
    case .whole(let depth): depth
    case .packed, .coded: .eight
    }
  }

  /// Before rows are coded.
  var bytesPerPixel: Int {
    switch self {
    case .whole(let depth): depth.bytesPerPixel
    case .packed, .coded: Int(CResamplingPackedSamples)
    }
  }

  /// The memory that a picture needs at most.
  func bytes(of size: PixelSize) -> Int {
    guard self == .coded else { return size.pixels * bytesPerPixel }
    let group = Int(CResamplingCodedGroup)
    return size.height * Self.groups(inRowOf: size.width) * (group + 1) + group
  }

  /// How many groups of bytes a row has that will be coded.
  static func groups(inRowOf width: Int) -> Int {
    let group = Int(CResamplingCodedGroup)
    return (width * Int(CResamplingPackedSamples) + group - 1) / group
  }
}

/// The pixels of a picture that was decoded, in memory that nobody changes any more.
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
  let storage: PixelStorage
  /// Problems that the decoder noticed.
  let faults: DecodeFaults
  /// The library that decoded them in a worker, with its version, where it says so; else empty.
  let library: String
  /// The memory that all pixels take.
  let bytes: Int
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
    self.bytes = bytes
    owner = .worker
    self.size = size
    storage = .whole(depth)
    faults = DecodeFaults(
      losesPixels: reply.loses_pixels == 1, message: reply.text.isEmpty ? nil : reply.text)
    library = csandbox_reply.text(reply.library.name)
  }

  /// - Parameters:
  ///   - memory: holds all pixels, and maybe more.
  ///   - bytes: how many of it they take.
  fileprivate init(
    in memory: RecordMemory, _ bytes: Int, _ size: PixelSize, _ storage: PixelStorage
  ) {
    unsafe start = UnsafeRawPointer(memory.start)
    self.bytes = bytes
    owner = .record(memory)
    self.size = size
    self.storage = storage
    faults = .none
    library = ""
  }

  deinit {
    switch owner {
    case .worker: unsafe csandbox_unmap_pixels(start.assumingMemoryBound(to: UInt8.self), bytes)
    case .record: break
    }
  }

  /// Of the samples as a reader of rows delivers them.
  var depth: SampleDepth { storage.depth }

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
  private let storage: PixelStorage
  private let memory: RecordMemory
  private var rows = 0
  private var bytes = 0
  /// The last row and the one above it, in either order, with zeros behind them; empty where rows
  /// aren't coded.
  private var lastRows: [[UInt8]]
  private let instructions = cresampling_best_instructions()

  /// - Parameter memory: has room for all pixels.
  init(of size: PixelSize, _ storage: PixelStorage, in memory: RecordMemory) {
    self.memory = memory
    self.size = size
    self.storage = storage
    let rowBytes = PixelStorage.groups(inRowOf: size.width) * Int(CResamplingCodedGroup)
    let row = [UInt8](repeating: 0, count: storage == .coded ? rowBytes : 0)
    lastRows = [row, row]
  }

  private var stride: Int { size.width * storage.bytesPerPixel }

  /// Copies the next row, of which there must be one; it has four samples for each pixel.
  mutating func append(_ row: UnsafeRawPointer) {
    precondition(rows < size.height)
    let end = unsafe (memory.start + bytes).assumingMemoryBound(to: UInt8.self)
    let pixels = unsafe row.assumingMemoryBound(to: UInt8.self)
    switch storage {
    case .whole:
      unsafe memcpy(end, row, stride)
      bytes += stride
    case .packed:
      unsafe cresampling_pack(pixels, size.width, end)
      bytes += stride
    case .coded:
      let (row, above) = (rows % 2, (rows + 1) % 2)
      unsafe cresampling_pack(pixels, size.width, &lastRows[row])
      bytes += unsafe cresampling_code_row(
        instructions, lastRows[row], lastRows[above], PixelStorage.groups(inRowOf: size.width), end)
    }
    rows += 1
  }

  /// All pixels, of which every row must have been appended. Memory that they don't need goes back
  /// to the system.
  func pixels() -> DecodedPixels {
    precondition(rows == size.height)
    if storage == .coded { memory.giveBack(from: bytes) }
    return DecodedPixels(in: memory, bytes, size, storage)
  }
}
