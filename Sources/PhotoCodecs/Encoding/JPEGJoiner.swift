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

  /// Some headers, and the bytes joined since the last call.
  ///
  /// - Parameter areLast: whether all bands were added, so that the picture ends with these bytes.
  func output(after headers: [UInt8] = [], areLast: Bool) throws(CodecError) -> [UInt8] {
    if areLast { try check(unsafe cjpeg_joiner_finish(handle)) }
    let end = areLast ? JPEGFile.endMarker : []
    var count = 0
    let joined = unsafe cjpeg_joiner_output(handle, &count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(headers.count + count + end.count + FileSeal.bytesInJPEG)
    bytes += headers
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: joined, count: count))
    bytes += end
    unsafe cjpeg_joiner_clear_output(handle)
    return bytes
  }

  private func check(_ status: CPhotoStatus) throws(CodecError) {
    precondition(status != .damaged, "a band doesn't end with its last MCU")
    if status != .done { throw CodecError(status, message: "", errnum: 0) }
  }
}
