internal import CPhotoCodecs
internal import Glibc
internal import SystemPackage

/// libpng's decoder for one file.
@safe struct PNGReader: ~Copyable, RowReader {
  struct Header {
    let size: PixelSize
    let depth: SampleDepth
    let hasAlpha: Bool
    let isGrey: Bool
    let isInterlaced: Bool
  }

  let header: Header
  private let handle: OpaquePointer
  private let stop: CancellationCheck
  /// One row, or the whole picture if it is interlaced; nil before `start`.
  private var pixels: UnsafeMutablePointer<UInt8>?
  private var rowsRead = 0
  private var firstColumn = 0

  private init(owning handle: OpaquePointer, _ stop: CancellationCheck, header: Header) {
    unsafe self.handle = handle
    self.stop = stop
    self.header = header
  }

  deinit {
    unsafe cpng_reader_destroy(handle)
    unsafe free(pixels)
  }

  /// Reads the header. The file must stay open as long as the reader lives.
  ///
  /// - Parameter isCancelled: once it returns true, the current call throws `cancelled`.
  static func open(
    _ file: borrowing PhotoFile, isCancelled: @escaping () -> Bool = { false }
  ) throws(CodecError) -> PNGReader {
    guard let handle = unsafe cpng_reader_create(file.descriptor.rawValue) else { throw .outOfMemory }
    let stop = CancellationCheck(isCancelled)
    unsafe cpng_reader_set_cancellation_check(handle, CancellationCheck.callback, stop.context)
    var header = CPNGHeader()
    let status = unsafe cpng_reader_read_header(handle, &header)
    guard status == .done else {
      let error = unsafe failure(status, of: handle)
      unsafe cpng_reader_destroy(handle)
      throw error
    }
    return unsafe PNGReader(
      owning: handle, stop,
      header: Header(
        size: PixelSize(width: Int(header.width), height: Int(header.height)),
        depth: header.depth == 16 ? .sixteen : .eight, hasAlpha: header.has_alpha, isGrey: header.is_grey,
        isInterlaced: header.interlaced))
  }

  var faults: DecodeFaults {
    let faults = unsafe cpng_reader_faults(handle)
    let message = unsafe String(cString: cpng_reader_message(handle))
    return DecodeFaults(losesPixels: faults.pixels_lost, message: faults.warnings > 0 ? message : nil)
  }

  private var stride: Int { header.size.width * header.depth.bytesPerPixel }

  mutating func start(_ plan: DecodePlan, limits: DecodeLimits) throws(CodecError) {
    try check(unsafe cpng_reader_start(handle))
    guard let memory = unsafe calloc(header.isInterlaced ? header.size.height : 1, stride) else { throw .outOfMemory }
    let pixels = unsafe memory.assumingMemoryBound(to: UInt8.self)
    unsafe self.pixels = pixels
    if header.isInterlaced { try check(unsafe cpng_reader_read_interlaced(handle, pixels, stride)) }
  }

  mutating func narrow(to columns: Range<Int>) throws(CodecError) -> Int { 0 }

  mutating func skip(_ rows: Int) throws(CodecError) {
    for _ in 0..<rows { _ = unsafe try nextRow() }
  }

  mutating func nextRow() throws(CodecError) -> UnsafeRawPointer {
    guard let pixels = unsafe pixels else { preconditionFailure("the reader has not been started") }
    if !header.isInterlaced { try check(unsafe cpng_reader_read_row(handle, pixels)) }
    let offset = header.isInterlaced ? rowsRead * stride : 0
    rowsRead += 1
    return unsafe UnsafeRawPointer(pixels + offset)
  }

  /// A PNG is always read to its end, because only the checksum there shows whether every pixel is correct.
  mutating func finish(remaining: Int) throws(CodecError) {
    try skip(remaining)
    try check(unsafe cpng_reader_finish(handle))
  }

  private func check(_ status: CPhotoStatus) throws(CodecError) {
    if status != .done { throw unsafe Self.failure(status, of: handle) }
  }

  private static func failure(_ status: CPhotoStatus, of handle: OpaquePointer) -> CodecError {
    unsafe CodecError(
      status, message: String(cString: cpng_reader_message(handle)), errnum: cpng_reader_faults(handle).errnum)
  }
}
