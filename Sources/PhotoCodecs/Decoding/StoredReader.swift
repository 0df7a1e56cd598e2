internal import Imaging

/// Reads the rows of a picture that was decoded before.
struct StoredReader: ~Copyable, RowReader {
  private let pixels: DecodedPixels
  private var nextOffset = 0

  init(_ pixels: DecodedPixels) { self.pixels = pixels }

  private var stride: Int { pixels.size.width * pixels.depth.bytesPerPixel }

  var faults: DecodeFaults { pixels.faults }

  mutating func start(_ plan: DecodePlan, limits: DecodeLimits) throws(CodecError) {}

  mutating func narrow(to columns: Range<Int>) throws(CodecError) -> Int { 0 }

  mutating func skip(_ rows: Int) throws(CodecError) { nextOffset += rows * stride }

  mutating func nextRow() throws(CodecError) -> UnsafeRawPointer {
    defer { nextOffset += stride }
    return unsafe pixels.pointer(at: nextOffset)
  }

  mutating func finish(remaining: Int) throws(CodecError) {}
}
