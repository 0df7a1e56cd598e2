internal import CPhotoCodecs

/// libpng's encoder.
@safe struct PNGWriter: ~Copyable {
  /// zlib's level.
  private static let level: Int32 = 4

  private let handle: OpaquePointer

  private init(owning handle: OpaquePointer) { unsafe self.handle = handle }

  deinit { unsafe cpng_writer_destroy(handle) }

  /// - Parameters:
  ///   - text: goes into an iTXt chunk as XMP; nil for none.
  ///   - profile: an ICC profile; nil says sRGB.
  ///   - hasAlpha: whether the pixels' alpha is written, too.
  static func start(
    _ size: PixelSize, text: String?, profile: [UInt8]?, hasAlpha: Bool, density: Density?
  ) throws(CodecError) -> PNGWriter {
    guard let handle = unsafe cpng_writer_create() else { throw .outOfMemory }
    let writer = unsafe PNGWriter(owning: handle)
    try writer.check(
      unsafe cpng_writer_start(
        handle, UInt32(size.width), UInt32(size.height), hasAlpha, level, "XML:com.adobe.xmp", text, profile ?? [],
        profile?.count ?? 0, density?.dotsPerMetre ?? 0))
    return writer
  }

  func write(_ pixels: UnsafePointer<UInt8>, stride: Int, rows: Int) throws(CodecError) {
    try check(unsafe cpng_writer_write_rows(handle, pixels, stride, UInt32(rows)))
  }

  func finish() throws(CodecError) { try check(unsafe cpng_writer_finish(handle)) }

  /// The bytes that came since the last call.
  func takeOutput() -> [UInt8] {
    var count = 0
    let bytes = unsafe Array(UnsafeBufferPointer(start: cpng_writer_output(handle, &count), count: count))
    unsafe cpng_writer_clear_output(handle)
    return bytes
  }

  private func check(_ status: CPhotoStatus) throws(CodecError) {
    if status != .done {
      throw unsafe CodecError(status, message: String(cString: cpng_writer_message(handle)), errnum: 0)
    }
  }
}
