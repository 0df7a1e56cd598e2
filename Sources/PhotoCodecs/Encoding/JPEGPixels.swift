/// A raster's pixels on their way into a JPEG, in bands between restart markers. Each band is entropy-coded by itself, as
/// if it were a picture of its own, so that threads can share the work; a marker and its padding cost some four bytes.
final class JPEGPixels {
  /// Bytes of a band's pixels, before it is encoded.
  private static let bandBytes = 2 << 20

  private let raster: Raster
  private let quality: Quality
  private var bands: RasterBands
  private var bandsWritten = 0

  init(_ raster: Raster, quality: Quality, threads: Int) {
    self.raster = raster
    self.quality = quality
    bands = RasterBands(
      raster, rowsInBand: Self.rowsInBand(width: raster.size.width, quality: quality), threads: threads)
  }

  /// How many MCUs lie between two restart markers; 0 when there are none.
  var restartInterval: Int {
    let side = quality.blockSide
    guard bands.count > 1 else { return 0 }
    return (raster.size.width + side - 1) / side * (bands.rowsInBand / side)
  }

  var nextRow: Int { bands.nextRow }
  var isFinished: Bool { bands.isFinished }

  /// The next bytes behind the headers, the end marker with the last.
  func nextBytes() throws(CodecError) -> [UInt8] {
    let encoded = try bands.encodeNext { [raster, quality] rows throws(CodecError) in
      try Self.encode(rows, of: raster, quality: quality)
    }
    var bytes: [UInt8] = []
    for band in encoded {
      if bandsWritten > 0 { bytes += [0xFF, 0xD0 + UInt8((bandsWritten - 1) % 8)] }
      bytes += band
      bandsWritten += 1
    }
    return isFinished ? bytes + Self.endMarker : bytes
  }

  private static let endMarker: [UInt8] = [0xFF, 0xD9]

  private static func encode(_ rows: Range<Int>, of raster: Raster, quality: Quality) throws(CodecError) -> [UInt8] {
    let size = PixelSize(width: raster.size.width, height: rows.count)
    let writer = try JPEGWriter.start(size, quality: quality, density: nil, restartInterval: 0)
    try writer.writeHeaders()
    _ = writer.takeOutput()
    try unsafe writer.write(raster.pixels + rows.lowerBound * raster.stride, stride: raster.stride, rows: rows.count)
    try writer.finish()
    var bytes = writer.takeOutput()
    bytes.removeLast(endMarker.count)
    return bytes
  }

  /// Whole MCUs, and no more of them than a restart interval can count.
  private static func rowsInBand(width: Int, quality: Quality) -> Int {
    let side = quality.blockSide
    let fitting = bandBytes / (width * Raster.bytesPerPixel * side)
    let countable = 65_535 / ((width + side - 1) / side)
    return max(min(fitting, countable), 1) * side
  }
}

extension Quality {
  /// How many pixels an MCU is wide and high.
  fileprivate var blockSide: Int { halvesColour ? 16 : 8 }
}
