internal import CPhotoCodecs
internal import Imaging
internal import SystemPackage

/// libjpeg's decoder for one file, or for a JPEG inside of one, with Huffman codes decoded by
/// `JPEGHuffman.c` or `JPEGProgression.c` where nothing is damaged.
///
/// Safe, because nobody else has the handle, which is destroyed last; the C side returns errors as
/// a status.
@safe struct JPEGReader: ~Copyable, RowReader {
  struct Header {
    let size: PixelSize
    /// 1 for grey, 3 for colour, 4 for CMYK.
    let channels: Int
    /// Bytes of coefficients that the decoder must hold; 0 for a picture with a single scan.
    let coefficientBytes: Int
    let inks: Inks
  }

  /// How the four inks of a CMYK or YCCK picture are stored as samples.
  enum Inks {
    case none
    /// 0 means no ink.
    case straight
    /// 255 means no ink, as Adobe's programs write it.
    case inverted
  }

  let header: Header
  /// Whether rows keep their CMYK samples, with 0 for no ink, for a profile to convert; otherwise
  /// they are converted to RGB without one.
  var keepsInks = false
  /// Whether rows of a grey picture keep their one sample for each pixel; otherwise they have four,
  /// as those of all others.
  var keepsGrey = false
  private let handle: OpaquePointer
  private let stop: CancellationCheck
  /// Also used by the C reader, so it must live as long.
  private let hasher: FileHasher?
  /// One row of `width` pixels, and what is before it; nil before `start`.
  private var memory: UnsafeMutableRawPointer?
  /// Where the row begins, in bytes. A row that begins where vectors do is written past the
  /// processor's caches by libjpeg, though it is read at once: that takes up to a quarter longer.
  private static let rowOffset = 8
  private var width = 0
  private var maxScans = 0

  private init(
    owning handle: OpaquePointer, _ stop: CancellationCheck, _ hasher: FileHasher?, header: Header
  ) {
    unsafe self.handle = handle
    self.stop = stop
    self.hasher = hasher
    self.header = header
  }

  deinit {
    unsafe cjpeg_reader_destroy(handle)
    unsafe memory?.deallocate()
  }

  /// Reads the header. The file must stay open as long as the reader lives.
  ///
  /// - Parameters:
  ///   - range: the bytes of the file that are the JPEG; nil for the whole file.
  ///   - usesLibjpegAlone: whether libjpeg decodes Huffman codes itself, which takes longer and
  ///     gives the same pixels.
  ///   - hasher: gets what is read of the file; nil for none.
  ///   - isCancelled: once it returns true, the current call throws `cancelled`.
  static func open(
    _ file: borrowing PhotoFile, in range: Range<Int>? = nil, usesLibjpegAlone: Bool = false,
    hasher: FileHasher? = nil,
    isCancelled: @escaping () -> Bool = { false }
  ) throws(CodecError) -> JPEGReader {
    guard
      let handle = unsafe cjpeg_reader_create(
        file.descriptor.rawValue, UInt64(range?.lowerBound ?? 0), UInt64(range?.upperBound ?? 0))
    else { throw .outOfMemory }
    if usesLibjpegAlone { unsafe cjpeg_reader_use_libjpeg_alone(handle) }
    let stop = CancellationCheck(isCancelled)
    unsafe cjpeg_reader_set_cancellation_check(handle, CancellationCheck.callback, stop.context)
    if let hasher { unsafe cjpeg_reader_set_observer(handle, FileHasher.callback, hasher.context) }
    var header = CJPEGHeader()
    let status = unsafe cjpeg_reader_read_header(handle, &header)
    guard status == .done else {
      let error = unsafe failure(status, of: handle)
      unsafe cjpeg_reader_destroy(handle)
      throw error
    }
    let colours = header.components == 1 ? 1 : 3
    let inks: Inks = header.inverted_inks ? .inverted : .straight
    return unsafe JPEGReader(
      owning: handle, stop, hasher,
      header: Header(
        size: PixelSize(width: Int(header.width), height: Int(header.height)),
        channels: header.inks ? 4 : colours, coefficientBytes: Int(header.coefficient_bytes),
        inks: header.inks ? inks : .none))
  }

  /// Whether libjpeg decodes the codes; settled when the last row has been read.
  var usesLibjpegAlone: Bool { unsafe cjpeg_reader_uses_libjpeg_alone(handle) }

  var faults: DecodeFaults {
    let faults = unsafe cjpeg_reader_faults(handle)
    let warning = unsafe String(cString: cjpeg_reader_message(handle))
    let missingEnd = faults.end_missing ? "the end of the file is missing" : nil
    return DecodeFaults(
      losesPixels: faults.pixels_lost, message: faults.warnings > 0 ? warning : missingEnd)
  }

  mutating func start(_ plan: DecodePlan, limits: DecodeLimits) throws(CodecError) {
    var width: UInt32 = 0
    var height: UInt32 = 0
    maxScans = limits.scans
    if keepsGrey { unsafe cjpeg_reader_keep_grey(handle) }
    try check(
      unsafe cjpeg_reader_start(
        handle, Int32(plan.eighths), Int32(clamping: maxScans), &width, &height))
    self.width = Int(width)
    let samples = self.width * 4
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: Self.rowOffset + samples, alignment: 64)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.rowOffset + samples)
    unsafe self.memory = memory
  }

  /// libjpeg smooths chroma with one neighbouring column, so a few more are requested on both
  /// sides.
  mutating func narrow(to columns: Range<Int>) throws(CodecError) -> Int {
    let margin = 4
    let first = max(columns.lowerBound - margin, 0)
    let last = min(columns.upperBound + margin, width)
    guard last - first < width else { return 0 }
    var x = UInt32(first)
    var count = UInt32(last - first)
    try check(unsafe cjpeg_reader_crop(handle, &x, &count))
    return Int(x)
  }

  mutating func skip(_ rows: Int) throws(CodecError) {
    guard rows > 0 else { return }
    try check(unsafe cjpeg_reader_skip(handle, UInt32(rows)))
  }

  mutating func nextRow() throws(CodecError) -> UnsafeRawPointer {
    guard let memory = unsafe memory else {
      preconditionFailure("the reader has not been started")
    }
    let row = unsafe memory + Self.rowOffset
    try check(unsafe cjpeg_reader_read_row(handle, row.assumingMemoryBound(to: UInt8.self)))
    let bytes = unsafe UnsafeMutableRawBufferPointer(start: row, count: width * 4)
    switch (header.inks, keepsInks) {
    case (.none, _), (.straight, true): break
    case (.inverted, true): for index in bytes.indices { unsafe bytes[index] ^= 255 }
    case (.straight, false): unsafe Self.convertInks(bytes, complement: 255)
    case (.inverted, false): unsafe Self.convertInks(bytes, complement: 0)
    }
    return UnsafeRawPointer(row)
  }

  /// Reads the rows below the region without computing their pixels, so that a truncated file is
  /// noticed whatever part is shown. The last row is decoded, because libjpeg reads nothing when it
  /// skips to the end of the picture.
  mutating func finish(remaining: Int) throws(CodecError) {
    if remaining > 0 {
      try skip(remaining - 1)
      _ = unsafe try nextRow()
    }
    try check(unsafe cjpeg_reader_finish(handle))
  }

  /// Converts CMYK to RGB in place, without a profile: each colour is the product of its own sample
  /// and black's.
  private static func convertInks(_ pixels: UnsafeMutableRawBufferPointer, complement: UInt8) {
    for pixel in stride(from: 0, to: pixels.count, by: 4) {
      let black = unsafe Int(pixels[pixel + 3] ^ complement)
      for channel in 0..<3 {
        unsafe pixels[pixel + channel] = UInt8(
          (Int(pixels[pixel + channel] ^ complement) * black + 127) / 255)
      }
      unsafe pixels[pixel + 3] = 255
    }
  }

  private func check(_ status: CPhotoStatus) throws(CodecError) {
    if status != .done { throw unsafe Self.failure(status, of: handle, maxScans: maxScans) }
  }

  private static func failure(_ status: CPhotoStatus, of handle: OpaquePointer, maxScans: Int = 0)
    -> CodecError
  {
    unsafe CodecError(
      status, message: String(cString: cjpeg_reader_message(handle)),
      errnum: cjpeg_reader_faults(handle).errnum, maxScans: maxScans)
  }
}
