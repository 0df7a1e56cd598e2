internal import CPhotoCodecs
internal import Imaging

/// libjpeg's encoder.
///
/// Safe, because nobody else has the handle, and the C side returns errors as a status.
@safe struct JPEGWriter: ~Copyable {
  private let handle: OpaquePointer

  private init(owning handle: OpaquePointer) { unsafe self.handle = handle }

  deinit { unsafe cjpeg_writer_destroy(handle) }

  /// A marker segment that is written before the pixels.
  struct Segment {
    let marker: UInt8
    /// At most 65,533 bytes.
    let payload: [UInt8]
  }

  static func start(_ size: PixelSize, quality: Quality, density: Density?) throws(CodecError)
    -> JPEGWriter
  {
    guard let handle = unsafe cjpeg_writer_create() else { throw .outOfMemory }
    let writer = unsafe JPEGWriter(owning: handle)
    try writer.check(
      unsafe cjpeg_writer_start(
        handle, UInt32(size.width), UInt32(size.height), Int32(quality.value), quality.halvesColour,
        UInt16(density?.dotsPerInch ?? 0)))
    return writer
  }

  /// Starts a picture without colours.
  static func startGrey(_ size: PixelSize, quality: Quality) throws(CodecError) -> JPEGWriter {
    guard let handle = unsafe cjpeg_writer_create() else { throw .outOfMemory }
    let writer = unsafe JPEGWriter(owning: handle)
    try writer.check(
      unsafe cjpeg_writer_start_grey(
        handle, UInt32(size.width), UInt32(size.height), Int32(quality.value)))
    return writer
  }

  /// A joiner of bands that were encoded with the same settings; nil if there is no memory. The
  /// caller destroys it.
  func createJoiner() -> OpaquePointer? { unsafe cjpeg_joiner_create(handle) }

  func add(_ segment: Segment) throws(CodecError) {
    precondition(segment.payload.count <= 65_533)
    try check(
      unsafe cjpeg_writer_add_segment(
        handle, Int32(segment.marker), segment.payload, segment.payload.count))
  }

  /// Call after the segments and before the pixels.
  func writeHeaders() throws(CodecError) { try check(unsafe cjpeg_writer_write_headers(handle)) }

  func write(_ pixels: UnsafePointer<UInt8>, stride: Int, rows: Int) throws(CodecError) {
    try check(unsafe cjpeg_writer_write_rows(handle, pixels, stride, UInt32(rows)))
  }

  func finish() throws(CodecError) { try check(unsafe cjpeg_writer_finish(handle)) }

  /// The bytes written since the last call.
  func takeOutput() -> [UInt8] {
    var count = 0
    let bytes = unsafe Array(
      UnsafeBufferPointer(start: cjpeg_writer_output(handle, &count), count: count))
    unsafe cjpeg_writer_clear_output(handle)
    return bytes
  }

  private func check(_ status: CPhotoStatus) throws(CodecError) {
    if status != .done {
      throw unsafe CodecError(
        status, message: String(cString: cjpeg_writer_message(handle)), errnum: 0)
    }
  }
}
