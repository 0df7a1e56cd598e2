internal import CPhotoCodecs

/// Joins the bands of a JPEG into the bytes that encoding the picture in one go would give. Restart
/// markers would be simpler, but libjpeg decodes files with markers about 4 % more slowly. Takes
/// about a millisecond per megabyte.
///
/// Safe, because nobody else has the handle, and the C side returns errors as a status.
@safe struct JPEGJoiner: ~Copyable {
  private let handle: OpaquePointer

  private init(owning handle: OpaquePointer) { unsafe self.handle = handle }

  deinit { unsafe cjpeg_joiner_destroy(handle) }

  /// - Parameter writer: of the whole picture.
  static func create(for writer: borrowing JPEGWriter) throws(CodecError) -> JPEGJoiner {
    guard let handle = unsafe writer.createJoiner() else { throw .outOfMemory }
    return unsafe JPEGJoiner(owning: handle)
  }

  /// Appends the next band.
  func add(_ band: EncodedBand) throws(CodecError) {
    try check(
      unsafe cjpeg_joiner_add(
        handle, band.bytes, band.bytes.count, band.lastMCU, band.lastMCU.count))
  }

  /// Call after the last band.
  func finish() throws(CodecError) { try check(unsafe cjpeg_joiner_finish(handle)) }

  /// The bytes joined since the last call.
  func takeOutput() -> [UInt8] {
    var count = 0
    let bytes = unsafe Array(
      UnsafeBufferPointer(start: cjpeg_joiner_output(handle, &count), count: count))
    unsafe cjpeg_joiner_clear_output(handle)
    return bytes
  }

  private func check(_ status: CPhotoStatus) throws(CodecError) {
    precondition(status != .damaged, "a band doesn't end with its last MCU")
    if status != .done { throw CodecError(status, message: "", errnum: 0) }
  }
}
