internal import CResampling
internal import Imaging

/// Reads the rows of a picture that was decoded before.
///
/// Safe, because `unpacked` has room for a whole row.
@safe struct StoredReader: ~Copyable, RowReader {
  private let pixels: DecodedPixels
  private var nextOffset = 0
  /// Those that are needed.
  private var columns: Range<Int>
  /// One row; nil where pixels are stored as they are read.
  private let unpacked: UnsafeMutablePointer<UInt8>?

  init(_ pixels: DecodedPixels) {
    self.pixels = pixels
    columns = 0..<pixels.size.width
    unsafe unpacked =
      pixels.storage == .packed
      ? .allocate(capacity: pixels.size.width * pixels.depth.bytesPerPixel) : nil
  }

  deinit { unsafe unpacked?.deallocate() }

  private var stride: Int { pixels.size.width * pixels.storage.bytesPerPixel }

  var faults: DecodeFaults { pixels.faults }

  mutating func start(_ plan: DecodePlan, limits: DecodeLimits) throws(CodecError) {}

  mutating func narrow(to columns: Range<Int>) throws(CodecError) -> Int {
    guard unsafe unpacked != nil else { return 0 }
    self.columns = columns.clamped(to: 0..<pixels.size.width)
    return self.columns.lowerBound
  }

  mutating func skip(_ rows: Int) throws(CodecError) { nextOffset += rows * stride }

  mutating func nextRow() throws(CodecError) -> UnsafeRawPointer {
    defer { nextOffset += stride }
    let row = unsafe pixels.pointer(at: nextOffset)
    guard let unpacked = unsafe unpacked else { return unsafe row }
    let first = unsafe row + columns.lowerBound * pixels.storage.bytesPerPixel
    unsafe cresampling_unpack(
      first.assumingMemoryBound(to: UInt8.self), columns.count, unpacked)
    return UnsafeRawPointer(unpacked)
  }

  mutating func finish(remaining: Int) throws(CodecError) {}
}
