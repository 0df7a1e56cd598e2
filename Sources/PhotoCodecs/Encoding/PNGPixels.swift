internal import CPhotoCodecs
internal import Dispatch
internal import Synchronization

/// A raster's pixels on their way into a PNG: bands of rows that threads filter and deflate side by side, joined into one
/// stream. The bands follow from the picture's size alone, so the bytes are the same for any number of threads.
final class PNGPixels {
  /// Measured on photographs: Paeth's filter alone gives what libpng's choice among all five does, and saves the choosing;
  /// level 4 is 10 % smaller than level 1 in twice its time, level 6 another 1 % in five times.
  private static let level: Int32 = 4
  /// Bytes of a band before it is deflated: many, because each begins without a memory of the one before, which costs 1 %.
  private static let bandBytes = 1 << 20

  private let raster: Raster
  private let hasAlpha: Bool
  private let threads: Int
  private let rowsInBand: Int
  private var checksum: UInt32 = 1
  private(set) var nextRow = 0

  init(_ raster: Raster, hasAlpha: Bool, threads: Int) {
    self.raster = raster
    self.hasAlpha = hasAlpha
    self.threads = threads
    rowsInBand = max(Self.bandBytes / (raster.size.width * (hasAlpha ? 4 : 3)), 1)
  }

  /// The stream's next pieces, as many bands as there are threads; each is to be a chunk of its own.
  func nextPieces() throws(CodecError) -> [[UInt8]] {
    let isFirst = nextRow == 0
    let starts = stride(from: nextRow, to: raster.size.height, by: rowsInBand).prefix(threads).map(\.self)
    let encoded = Mutex<[Int: Band]>([:])
    DispatchQueue.concurrentPerform(iterations: starts.count) { [raster, rowsInBand, hasAlpha] index in
      let band = Band(raster, from: starts[index], atMost: rowsInBand, hasAlpha: hasAlpha, level: Self.level)
      encoded.withLock { $0[index] = band }
    }
    // The header says deflate with a window of 32 KiB.
    let header: [UInt8] = isFirst ? [0x78, 0x5E] : []
    var pieces: [[UInt8]] = []
    for index in starts.indices {
      guard let band = encoded.withLock({ $0[index] }), band.isEncoded else { throw .outOfMemory }
      checksum = band.checksum(after: checksum)
      nextRow += band.rows
      pieces.append((pieces.isEmpty ? header : []) + band.bytes)
    }
    if nextRow == raster.size.height {
      pieces[pieces.count - 1] += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> $0) }
    }
    return pieces
  }
}

/// Some rows, filtered and deflated.
@safe private final class Band: @unchecked Sendable {
  let rows: Int
  let isEncoded: Bool
  private var band = unsafe CPNGBand()

  init(_ raster: Raster, from start: Int, atMost count: Int, hasAlpha: Bool, level: Int32) {
    rows = min(count, raster.size.height - start)
    let status = unsafe cpng_band_encode(
      &band, raster.pixels + start * raster.stride, raster.stride, UInt32(raster.size.width), UInt32(rows), hasAlpha,
      start > 0, start + rows == raster.size.height, level)
    isEncoded = status == .done
  }

  deinit { unsafe cpng_band_free(&band) }

  func checksum(after first: UInt32) -> UInt32 { unsafe cpng_band_join_checksums(first, &band) }

  var bytes: [UInt8] { unsafe Array(UnsafeBufferPointer(start: band.bytes, count: band.count)) }
}
