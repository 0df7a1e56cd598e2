internal import CPhotoCodecs

/// Compresses data as zlib does.
package enum ZlibStream {
  /// The bytes as one zlib stream, made fast and fairly small.
  ///
  /// - Throws: `outOfMemory`.
  package static func compressed(_ bytes: [UInt8]) throws(CodecError) -> [UInt8] {
    let stream = unsafe [UInt8](unsafeUninitializedCapacity: cpng_stream_room(bytes.count)) {
      output, count in
      count = unsafe cpng_stream_compress(bytes, bytes.count, output.baseAddress)
    }
    guard !stream.isEmpty else { throw .outOfMemory }
    return stream
  }
}
