internal import CPhotoCodecs
internal import Glibc
internal import Imaging
internal import SystemPackage
internal import ThreadPool

/// libpng's decoder for one file. A faster library inflates the picture where it is installed.
///
/// Safe, because nobody else has the handle, which is destroyed last; the C side returns errors as
/// a status, and its rows fit in `row`.
@safe struct PNGReader: ~Copyable, RowReader {
  struct Header {
    let size: PixelSize
    let depth: SampleDepth
    let hasAlpha: Bool
    let isGrey: Bool
    /// The size of an interlaced picture as it is stored, in bytes, because all of it must be held;
    /// 0 for others.
    let bufferBytes: Int
    /// How many rows of all passes have to be read before the first row of an interlaced picture; 0
    /// for others.
    let passRows: Int
  }

  /// The library that inflates the picture. The rows are the same with either.
  enum Inflater {
    /// ISA-L, if it is installed, for files that it certainly inflates as zlib does; libpng for all
    /// others.
    case fastest
    /// zlib, called by libpng.
    case libpng
  }

  let header: Header
  private let handle: OpaquePointer
  private let stop: CancellationCheck
  private let spare: SpareThreads?
  /// Also used by the C reader, so it must live as long.
  private let hasher: FileHasher?
  /// The latest task for a spare thread; nil before the first one.
  private var inflating: InflateAheadTask?
  /// One row; nil before `start`.
  private var row: UnsafeMutablePointer<UInt8>?

  private init(
    owning handle: OpaquePointer, _ stop: CancellationCheck, _ spare: SpareThreads?,
    _ hasher: FileHasher?, header: Header
  ) {
    unsafe self.handle = handle
    self.stop = stop
    self.spare = spare
    self.hasher = hasher
    self.header = header
  }

  deinit {
    inflating?.cancel()
    unsafe cpng_reader_destroy(handle)
    unsafe free(row)
  }

  /// Reads the header. The file must stay open as long as the reader lives.
  ///
  /// - Parameters:
  ///   - spare: threads that may inflate rows ahead; nil for none.
  ///   - hasher: gets what is read of the file here, and is advanced by a thread that has to wait
  ///     for the other one; nil for none.
  ///   - isCancelled: once it returns true, the current call throws `cancelled`.
  static func open(
    _ file: borrowing PhotoFile, inflater: Inflater = .fastest, spare: SpareThreads? = nil,
    hasher: FileHasher? = nil,
    isCancelled: @escaping () -> Bool = { false }
  ) throws(CodecError) -> PNGReader {
    guard let handle = unsafe cpng_reader_create(file.descriptor.rawValue) else {
      throw .outOfMemory
    }
    let stop = CancellationCheck(isCancelled)
    unsafe cpng_reader_set_cancellation_check(handle, CancellationCheck.callback, stop.context)
    if let hasher { unsafe cpng_reader_set_observer(handle, FileHasher.callback, hasher.context) }
    if inflater == .libpng { unsafe cpng_reader_inflate_with_libpng(handle) }
    var header = CPNGHeader()
    let status = unsafe cpng_reader_read_header(handle, &header)
    guard status == .done else {
      let error = unsafe failure(status, of: handle)
      unsafe cpng_reader_destroy(handle)
      throw error
    }
    return unsafe PNGReader(
      owning: handle, stop, spare, hasher,
      header: Header(
        size: PixelSize(width: Int(header.width), height: Int(header.height)),
        depth: header.depth == 16 ? .sixteen : .eight, hasAlpha: header.has_alpha,
        isGrey: header.is_grey,
        bufferBytes: Int(header.buffer_bytes), passRows: Int(header.pass_rows)))
  }

  /// What inflates the picture; settled when the last row has been read.
  var inflater: Inflater { unsafe cpng_reader_inflates_with_libpng(handle) ? .libpng : .fastest }

  var faults: DecodeFaults {
    let faults = unsafe cpng_reader_faults(handle)
    let message = unsafe String(cString: cpng_reader_message(handle))
    return DecodeFaults(
      losesPixels: faults.pixels_lost, message: faults.warnings > 0 ? message : nil)
  }

  mutating func start(_ plan: DecodePlan, limits: DecodeLimits) throws(CodecError) {
    try check(unsafe cpng_reader_start(handle))
    guard let memory = unsafe calloc(header.size.width, header.depth.bytesPerPixel) else {
      throw .outOfMemory
    }
    unsafe row = memory.assumingMemoryBound(to: UInt8.self)
    for _ in 0..<header.passRows {
      inflateAhead()
      try check(unsafe cpng_reader_read_pass_row(handle))
    }
  }

  mutating func narrow(to columns: Range<Int>) throws(CodecError) -> Int { 0 }

  mutating func skip(_ rows: Int) throws(CodecError) {
    for _ in 0..<rows { _ = unsafe try nextRow() }
  }

  mutating func nextRow() throws(CodecError) -> UnsafeRawPointer {
    guard let row = unsafe row else { preconditionFailure("the reader has not been started") }
    inflateAhead()
    try check(unsafe cpng_reader_read_row(handle, row))
    return UnsafeRawPointer(row)
  }

  /// Has a spare thread inflate the next rows, if there is one and none is doing so already. While
  /// that thread is inflating the very next row, this one hashes the file.
  private mutating func inflateAhead() {
    if let hasher { while unsafe cpng_reader_is_waiting(handle), hasher.advance() {} }
    guard let spare, inflating?.hasEnded ?? true, unsafe cpng_reader_can_inflate_ahead(handle),
      spare.acquire()
    else { return }
    let task = unsafe InflateAheadTask(handle, hasher)
    let isGiven = ThreadPool.shared.tryRun {
      task.run()
      spare.release()
    }
    if isGiven { inflating = task } else { spare.release() }
  }

  /// A PNG is always read to its end, because only the checksum there shows whether every pixel is
  /// correct.
  mutating func finish(remaining: Int) throws(CodecError) {
    try skip(remaining)
    try check(unsafe cpng_reader_finish(handle))
  }

  private func check(_ status: CPhotoStatus) throws(CodecError) {
    if status != .done { throw unsafe Self.failure(status, of: handle) }
  }

  private static func failure(_ status: CPhotoStatus, of handle: OpaquePointer) -> CodecError {
    unsafe CodecError(
      status, message: String(cString: cpng_reader_message(handle)),
      errnum: cpng_reader_faults(handle).errnum)
  }
}
