internal import SystemPackage

/// The rows of a photo that a worker decodes, read from the memory that it has filled.
struct ForeignReader: ~Copyable, RowReader {
  /// In full size before `start`.
  private var request: DecodeRequest
  private let descriptor: Int32
  private let isCancelled: () -> Bool
  /// Nil before `start`.
  private var pixels: DecodedPixels?
  private var nextOffset = 0

  /// The file must stay open as long as the reader lives.
  ///
  /// - Parameter isCancelled: called every few milliseconds while the worker runs.
  init(_ file: borrowing PhotoFile, _ request: DecodeRequest, isCancelled: @escaping () -> Bool) {
    self.request = request
    self.isCancelled = isCancelled
    descriptor = file.descriptor.rawValue
  }

  private var stride: Int { request.size.width * request.depth / 2 }

  /// The worker's problems; it has ended when the first row is read.
  var faults: DecodeFaults {
    switch pixels {
    case .some(let pixels): DecodeFaults(losesPixels: pixels.losesPixels, message: pixels.message)
    case nil: DecodeFaults(losesPixels: false, message: nil)
    }
  }

  /// Runs the worker until all pixels are there.
  mutating func start(_ plan: DecodePlan, limits: DecodeLimits) throws(CodecError) {
    request = request.resized(to: plan.decodedSize(of: request.size))
    pixels = try ForeignDecoder.decode(request, photo: descriptor, isCancelled: isCancelled)
  }

  mutating func narrow(to columns: Range<Int>) throws(CodecError) -> Int { 0 }

  mutating func skip(_ rows: Int) throws(CodecError) { nextOffset += rows * stride }

  mutating func nextRow() throws(CodecError) -> UnsafeRawPointer {
    defer { nextOffset += stride }
    switch pixels {
    case .some(let pixels): return unsafe pixels.pointer(at: nextOffset)
    case nil: preconditionFailure("the reader has not been started")
    }
  }

  mutating func finish(remaining: Int) throws(CodecError) {}
}
