internal import CForeignPhotos

/// What the worker needs to know to decode a WebP.
struct WebPParameters: Hashable, Sendable {
  /// The bytes of the file that libwebp decodes: all of a still picture's file, or the chunks of an animation's first frame.
  let bytes: Range<Int>
  /// Where the frame stands on the canvas, in pixels; 0 for a still picture.
  let x: Int
  let y: Int
  /// The coded size of the picture or frame. A still picture that is larger than the delivered one is reduced by libwebp.
  let size: PixelSize

  var code: cforeign_webp_request {
    cforeign_webp_request(
      offset: UInt64(bytes.lowerBound), count: UInt64(bytes.count), x: UInt32(x), y: UInt32(y),
      width: UInt32(size.width), height: UInt32(size.height))
  }
}
