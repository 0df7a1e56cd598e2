internal import CPhotoCodecs
internal import Imaging

/// libpng's encoder.
///
/// Safe, because nobody else has the handle, and the C side returns errors as a status.
@safe struct PNGWriter: ~Copyable {
  private let handle: OpaquePointer

  private init(owning handle: OpaquePointer) { unsafe self.handle = handle }

  deinit { unsafe cpng_writer_destroy(handle) }

  /// - Parameters:
  ///   - text: XMP for an iTXt chunk; nil for none.
  ///   - hasAlpha: whether alpha is written.
  static func start(
    _ raster: Raster, text: String?, hasAlpha: Bool, density: Density?
  ) throws(CodecError) -> PNGWriter {
    guard let handle = unsafe cpng_writer_create() else { throw .outOfMemory }
    let writer = unsafe PNGWriter(owning: handle)
    // sRGB is stated by its own chunk instead of a profile.
    let profile = raster.colourSpace == .sRGB ? [] : raster.colourSpace.profile
    try writer.check(
      unsafe cpng_writer_start(
        handle, UInt32(raster.size.width), UInt32(raster.size.height), hasAlpha,
        "XML:com.adobe.xmp", text, profile, profile.count, density?.dotsPerMetre ?? 0))
    return writer
  }

  /// Writes the next piece of the pixels' zlib stream as one chunk.
  func write(_ piece: [UInt8]) throws(CodecError) {
    try check(unsafe cpng_writer_write_data(handle, piece, piece.count))
  }

  func finish() throws(CodecError) { try check(unsafe cpng_writer_finish(handle)) }

  /// The bytes written since the last call.
  func takeOutput() -> [UInt8] {
    var count = 0
    let bytes = unsafe Array(
      UnsafeBufferPointer(start: cpng_writer_output(handle, &count), count: count))
    unsafe cpng_writer_clear_output(handle)
    return bytes
  }

  private func check(_ status: CPhotoStatus) throws(CodecError) {
    if status != .done {
      throw unsafe CodecError(
        status, message: String(cString: cpng_writer_message(handle)), errnum: 0)
    }
  }
}
