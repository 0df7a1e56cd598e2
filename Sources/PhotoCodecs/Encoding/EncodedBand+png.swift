internal import CPhotoCodecs

/// Bands that are filtered and deflated side by side, and joined into one stream.
extension EncodedBand {
  /// Bytes of a band before it is deflated: many, because each begins without a memory of the one before, which costs 1 %.
  private static let pngBandBytes = 1 << 20

  static func rows(ofPNGWidth width: Int, hasAlpha: Bool) -> Int { max(pngBandBytes / (width * (hasAlpha ? 4 : 3)), 1) }

  init(_ rows: Range<Int>, of raster: Raster, compression: Compression, hasAlpha: Bool) throws(CodecError) {
    var band = unsafe CPNGBand()
    defer { unsafe cpng_band_free(&band) }
    let status = unsafe cpng_band_encode(
      &band, raster.pixels + rows.lowerBound * raster.stride, raster.stride, UInt32(raster.size.width),
      UInt32(rows.count), hasAlpha, rows.lowerBound > 0, rows.upperBound == raster.size.height, Int32(compression.level)
    )
    // There is nothing else that can go wrong: a band is far smaller than what zlib can count.
    guard status == .done else { throw .outOfMemory }
    unsafe self.init(
      bytes: Array(UnsafeBufferPointer(start: band.bytes, count: band.count)),
      checksum: Adler32(band.checksum, ofBytes: band.raw_count))
  }
}
