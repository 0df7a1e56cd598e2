internal import CResampling
internal import Imaging

/// Reads the rows of a picture that was decoded before.
///
/// Safe, because `unpacked` and `packed` have room for a whole row.
@safe struct StoredReader: ~Copyable, RowReader {
  private let pixels: DecodedPixels
  private let instructions = cresampling_best_instructions()
  private var nextOffset = 0
  /// Those that are needed.
  private var columns: Range<Int>
  /// One row; nil where pixels are stored as they are read.
  private let unpacked: UnsafeMutablePointer<UInt8>?
  /// The last row that was read; nil where rows aren't coded.
  private let packed: UnsafeMutablePointer<UInt8>?

  init(_ pixels: DecodedPixels) {
    self.pixels = pixels
    columns = 0..<pixels.size.width
    unsafe unpacked =
      pixels.storage == .packed || pixels.storage == .coded
      ? .allocate(capacity: pixels.size.width * pixels.depth.bytesPerPixel) : nil
    guard pixels.storage == .coded else {
      unsafe packed = nil
      return
    }
    let bytes = PixelStorage.groups(inRowOf: pixels.size.width) * Int(CResamplingCodedGroup)
    let row = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes)
    unsafe row.initialize(repeating: 0, count: bytes)
    unsafe packed = row
  }

  deinit {
    unsafe unpacked?.deallocate()
    unsafe packed?.deallocate()
  }

  private var stride: Int { pixels.size.width * pixels.storage.bytesPerPixel }

  var faults: DecodeFaults { pixels.faults }

  mutating func start(_ plan: DecodePlan, limits: DecodeLimits) throws(CodecError) {}

  mutating func narrow(to columns: Range<Int>) throws(CodecError) -> Int {
    guard unsafe unpacked != nil else { return 0 }
    self.columns = columns.clamped(to: 0..<pixels.size.width)
    return self.columns.lowerBound
  }

  mutating func skip(_ rows: Int) throws(CodecError) {
    for _ in 0..<rows { _ = unsafe storedRow() }
  }

  /// The next row as it was before it was coded.
  private mutating func storedRow() -> UnsafeRawPointer {
    let row = unsafe pixels.pointer(at: nextOffset)
    guard let packed = unsafe packed else {
      nextOffset += stride
      return unsafe row
    }
    nextOffset += unsafe cresampling_decode_row(
      instructions, row.assumingMemoryBound(to: UInt8.self),
      PixelStorage.groups(inRowOf: pixels.size.width),
      packed)
    return UnsafeRawPointer(packed)
  }

  mutating func nextRow() throws(CodecError) -> UnsafeRawPointer {
    let row = unsafe storedRow()
    guard let unpacked = unsafe unpacked else { return unsafe row }
    let first = unsafe row + columns.lowerBound * pixels.storage.bytesPerPixel
    unsafe cresampling_unpack(
      first.assumingMemoryBound(to: UInt8.self), columns.count, unpacked)
    return UnsafeRawPointer(unpacked)
  }

  mutating func finish(remaining: Int) throws(CodecError) {}
}
