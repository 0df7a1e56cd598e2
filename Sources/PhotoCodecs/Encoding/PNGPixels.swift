internal import CPhotoCodecs

/// A raster's pixels on their way into a PNG: bands of rows that threads filter and deflate side by side, joined into one
/// stream.
final class PNGPixels {
  /// Bytes of a band before it is deflated: many, because each begins without a memory of the one before, which costs 1 %.
  private static let bandBytes = 1 << 20

  private let raster: Raster
  private let compression: Compression
  private let hasAlpha: Bool
  private var bands: RasterBands
  private var checksum: UInt32 = 1

  init(_ raster: Raster, compression: Compression, hasAlpha: Bool, threads: Int) {
    self.raster = raster
    self.compression = compression
    self.hasAlpha = hasAlpha
    let rowBytes = raster.size.width * (hasAlpha ? 4 : 3)
    bands = RasterBands(raster, rowsInBand: max(Self.bandBytes / rowBytes, 1), threads: threads)
  }

  var nextRow: Int { bands.nextRow }

  /// The stream's next pieces; each is to be a chunk of its own.
  func nextPieces() throws(CodecError) -> [[UInt8]] {
    // The header says deflate with a window of 32 KiB.
    var header: [UInt8] = nextRow == 0 ? [0x78, 0x5E] : []
    let encoded = try bands.encodeNext { [raster, compression, hasAlpha] rows throws(CodecError) in
      try Band(rows, of: raster, hasAlpha: hasAlpha, compression: compression)
    }
    var pieces: [[UInt8]] = []
    for band in encoded {
      checksum = band.checksum(after: checksum)
      pieces.append(header + band.bytes)
      header = []
    }
    if bands.isFinished {
      pieces[pieces.count - 1] += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> $0) }
    }
    return pieces
  }
}

/// Some rows, filtered and deflated.
@safe private final class Band: @unchecked Sendable {
  private var band = unsafe CPNGBand()

  init(_ rows: Range<Int>, of raster: Raster, hasAlpha: Bool, compression: Compression) throws(CodecError) {
    let status = unsafe cpng_band_encode(
      &band, raster.pixels + rows.lowerBound * raster.stride, raster.stride, UInt32(raster.size.width),
      UInt32(rows.count), hasAlpha, rows.lowerBound > 0, rows.upperBound == raster.size.height, Int32(compression.level)
    )
    // There is nothing else that can go wrong: a band is far smaller than what zlib can count.
    guard status == .done else { throw .outOfMemory }
  }

  deinit { unsafe cpng_band_free(&band) }

  func checksum(after first: UInt32) -> UInt32 { unsafe cpng_band_join_checksums(first, &band) }

  var bytes: [UInt8] { unsafe Array(UnsafeBufferPointer(start: band.bytes, count: band.count)) }
}
