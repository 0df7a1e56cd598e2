internal import CForeignPhotos

/// What the worker needs to know to decode a WebP.
package struct WebPParameters: Hashable, Sendable {
  /// The bytes of the file that libwebp decodes: all of a still picture's file, or the chunks of an animation's first frame.
  package let bytes: Range<Int>
  /// Where the frame stands on the canvas, in pixels; 0 for a still picture.
  package let x: Int
  package let y: Int
  /// The coded size of the picture or frame. A still picture that is larger than the delivered one is reduced by libwebp.
  package let width: Int
  package let height: Int

  package init(bytes: Range<Int>, x: Int, y: Int, width: Int, height: Int) {
    self.bytes = bytes
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  var code: cforeign_webp_request {
    cforeign_webp_request(
      offset: UInt64(bytes.lowerBound), count: UInt64(bytes.count), x: UInt32(x), y: UInt32(y), width: UInt32(width),
      height: UInt32(height))
  }
}
