internal import Imaging
internal import SystemPackage

/// Reads the rows of a photo from the memory that a worker has filled.
struct SandboxedReader: ~Copyable, RowReader {
  /// At full size until `start`.
  private var request: DecodeRequest
  private let descriptor: Int32
  private let identity: FileIdentity
  private let pictures: PictureReuse?
  private let isCancelled: () -> Bool
  /// Nil before `start`.
  private var pixels: DecodedPixels?
  private var nextOffset = 0

  /// The file must stay open as long as the reader lives.
  ///
  /// - Parameters:
  ///   - pictures: where the picture may be already; nil for nowhere.
  ///   - isCancelled: called every few milliseconds while the worker runs.
  init(
    _ file: borrowing PhotoFile, _ request: DecodeRequest, _ pictures: PictureReuse?,
    isCancelled: @escaping () -> Bool
  ) {
    self.request = request
    self.pictures = pictures
    self.isCancelled = isCancelled
    identity = file.identity
    descriptor = file.descriptor.rawValue
  }

  private var stride: Int { request.size.width * request.depth / 2 }

  /// The problems that the worker reported. It has ended before the first row is read.
  var faults: DecodeFaults {
    DecodeFaults(losesPixels: pixels?.losesPixels ?? false, message: pixels?.message)
  }

  /// Runs the worker and returns once all pixels are decoded.
  mutating func start(_ plan: DecodePlan, limits: DecodeLimits) throws(CodecError) {
    request = request.resized(to: plan.decodedSize(of: request.size))
    pixels = pictures?.take(identity, request)
    if pixels == nil {
      pixels = try SandboxWorker.decode(request, photo: descriptor, isCancelled: isCancelled)
    }
    if let pixels { pictures?.put(pixels, of: identity, request) }
  }

  mutating func narrow(to columns: Range<Int>) throws(CodecError) -> Int { 0 }

  mutating func skip(_ rows: Int) throws(CodecError) { nextOffset += rows * stride }

  mutating func nextRow() throws(CodecError) -> UnsafeRawPointer {
    defer { nextOffset += stride }
    guard let pixels else { preconditionFailure("the reader has not been started") }
    return unsafe pixels.pointer(at: nextOffset)
  }

  mutating func finish(remaining: Int) throws(CodecError) {}
}
