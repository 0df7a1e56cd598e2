internal import CPhotoCodecs
internal import Imaging

/// PNG bands, filtered and deflated in parallel and joined into one stream.
extension EncodedBand {
  /// The size of a band in bytes before it is deflated. Bands are large because each starts with an
  /// empty dictionary, which makes the file 1 % larger.
  private static let pngBandBytes = 1 << 20

  static func rows(ofPNGWidth width: Int, hasAlpha: Bool) -> Int {
    max(pngBandBytes / (width * (hasAlpha ? 4 : 3)), 1)
  }

  init(_ rows: Range<Int>, of raster: Raster, compression: Compression, hasAlpha: Bool)
    throws(CodecError)
  {
    var band = unsafe CPNGBand()
    defer { unsafe cpng_band_free(&band) }
    let status = unsafe cpng_band_encode(
      &band, raster.pixels + rows.lowerBound * raster.stride, raster.stride,
      UInt32(raster.size.width),
      UInt32(rows.count), hasAlpha, rows.lowerBound > 0, rows.upperBound == raster.size.height,
      Int32(compression.level)
    )
    // No other failure is possible: a band is far smaller than the sizes that zlib can count.
    guard status == .done else { throw .outOfMemory }
    unsafe self.init(
      bytes: Array(UnsafeBufferPointer(start: band.bytes, count: band.count)),
      checksum: Adler32(band.checksum, ofBytes: band.raw_count))
  }
}
