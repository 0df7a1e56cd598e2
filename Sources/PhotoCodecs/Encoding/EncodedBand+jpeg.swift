/// Bands between restart markers: entropy-coded as if each were a picture of its own. A marker and its padding cost some four
/// bytes.
extension EncodedBand {
  /// Bytes of a band's pixels, before it is encoded.
  private static let jpegBandBytes = 2 << 20

  /// Whole MCUs, and no more of them than a restart interval can count.
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
  /// How many pixels an MCU is wide and high.
  fileprivate var blockSide: Int { halvesColour ? 16 : 8 }
}

extension PixelBands {
  /// How many of a JPEG's MCUs lie between two restart markers; 0 when there are none.
  func restartInterval(quality: Quality) -> Int {
    let side = quality.blockSide
    return count > 1 ? (raster.size.width + side - 1) / side * (rowsInBand / side) : 0
  }
}
