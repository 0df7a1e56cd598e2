internal import Imaging

/// JPEG bands: each is entropy-coded as if it were a whole picture, and `JPEGJoiner` makes one
/// stream of them.
extension EncodedBand {
  /// Maximum bytes of a band's pixels before encoding.
  private static let jpegBandBytes = 2 << 20

  /// The rows of a band: whole MCUs.
  static func rows(ofJPEGWidth width: Int, quality: Quality) -> Int {
    let side = quality.blockSide
    return max(jpegBandBytes / (width * Raster.bytesPerPixel * side), 1) * side
  }

  init(_ rows: Range<Int>, of raster: Raster, quality: Quality) throws(CodecError) {
    let all = PixelRect(x: 0, y: rows.lowerBound, width: raster.size.width, height: rows.count)
    let (x, y) = (
      (all.width - 1) / quality.blockSide * quality.blockSide,
      (all.height - 1) / quality.blockSide * quality.blockSide
    )
    let last = PixelRect(x: x, y: all.y + y, width: all.width - x, height: all.height - y)
    self.init(
      bytes: try Self.encoded(all, of: raster, quality),
      lastMCU: try Self.encoded(last, of: raster, quality))
  }

  /// The entropy-coded bytes of a part of the raster.
  private static func encoded(_ part: PixelRect, of raster: Raster, _ quality: Quality)
    throws(CodecError) -> [UInt8]
  {
    let writer = try JPEGWriter.start(part.size, quality: quality, density: nil)
    try writer.writeHeaders()
    _ = writer.takeOutput()
    let pixels = unsafe raster.pixels + part.y * raster.stride + part.x * Raster.bytesPerPixel
    try unsafe writer.write(pixels, stride: raster.stride, rows: part.height)
    try writer.finish()
    var bytes = writer.takeOutput()
    bytes.removeLast(JPEGFile.endMarker.count)
    return bytes
  }
}

extension Quality {
  /// Width and height of an MCU in pixels.
  fileprivate var blockSide: Int { halvesColour ? 16 : 8 }
}
