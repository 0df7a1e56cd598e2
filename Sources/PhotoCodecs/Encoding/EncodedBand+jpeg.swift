/// JPEG bands between restart markers: each is entropy-coded as if it were a whole picture. A marker and its padding
/// cost about four bytes.
extension EncodedBand {
  /// Maximum bytes of a band's pixels before encoding.
  private static let jpegBandBytes = 2 << 20

  /// The rows of a band: whole MCUs, and no more than a restart interval can count.
  static func rows(ofJPEGWidth width: Int, quality: Quality) -> Int {
    let side = quality.blockSide
    let fitting = jpegBandBytes / (width * Raster.bytesPerPixel * side)
    let countable = 65_535 / ((width + side - 1) / side)
    return max(min(fitting, countable), 1) * side
  }

  init(_ rows: Range<Int>, of raster: Raster, quality: Quality) throws(CodecError) {
    let size = PixelSize(width: raster.size.width, height: rows.count)
    let writer = try JPEGWriter.start(size, quality: quality, density: nil, restartInterval: 0)
    try writer.writeHeaders()
    _ = writer.takeOutput()
    try unsafe writer.write(raster.pixels + rows.lowerBound * raster.stride, stride: raster.stride, rows: rows.count)
    try writer.finish()
    var bytes = writer.takeOutput()
    bytes.removeLast(JPEGFile.endMarker.count)
    self.init(bytes: bytes)
  }
}

extension Quality {
  /// Width and height of an MCU in pixels.
  fileprivate var blockSide: Int { halvesColour ? 16 : 8 }
}

extension PixelBands {
  /// The number of MCUs between two restart markers of a JPEG; 0 if there are no markers.
  func restartInterval(quality: Quality) -> Int {
    let side = quality.blockSide
    return count > 1 ? (raster.size.width + side - 1) / side * (rowsInBand / side) : 0
  }
}
