package import Imaging
internal import ThreadPool

/// Encodes a raster's pixels in bands of rows. Each band is encoded independently, on any thread,
/// as soon as its rows are drawn. The bands depend only on the raster's size and the encoding, so a
/// file's bytes are the same for any number of threads and any order.
package final class PixelBands: Sendable {
  package let raster: Raster
  package let encoding: Encoding
  /// Whether alpha is written; false for formats that have none.
  package let hasAlpha: Bool
  /// Rows of each band; the last band may have fewer.
  let rowsInBand: Int
  /// The number of bands.
  package let count: Int
  /// Bands that are encoded but not taken yet; nil for the others.
  private let waiting: Locked<[Result<EncodedBand, CodecError>?]>

  /// - Parameter hasAlpha: ignored for a format that has no alpha.
  package init(_ raster: Raster, as encoding: Encoding, hasAlpha: Bool = false) {
    self.raster = raster
    self.encoding = encoding
    self.hasAlpha = hasAlpha && encoding.format.hasAlpha
    rowsInBand =
      switch encoding.pixels {
      case .jpeg(let quality): EncodedBand.rows(ofJPEGWidth: raster.size.width, quality: quality)
      case .deflated:
        EncodedBand.rows(ofPNGWidth: raster.size.width, hasAlpha: self.hasAlpha)
      case .worker: raster.size.height
      }
    count = (raster.size.height + rowsInBand - 1) / rowsInBand
    waiting = Locked(Array(repeating: nil, count: count))
  }

  private func rows(of band: Int) -> Range<Int> {
    band * rowsInBand..<min((band + 1) * rowsInBand, raster.size.height)
  }

  /// The rows that must be drawn before a band is encoded: a row that is deflated is filtered with
  /// the help of the one above it.
  package func rowsNeeded(for band: Int) -> Range<Int> {
    let rows = rows(of: band)
    return switch encoding.pixels {
    case .jpeg, .worker: rows
    case .deflated: max(rows.lowerBound - 1, 0)..<rows.upperBound
    }
  }

  /// Encodes a band, once, and keeps it until it is taken. At worst it takes about as much memory
  /// as its pixels.
  package func encode(_ band: Int) {
    let rows = rows(of: band)
    let result = Result { () throws(CodecError) in
      switch encoding.pixels {
      case .jpeg(let quality): try EncodedBand(rows, of: raster, quality: quality)
      case .deflated(let compression):
        try EncodedBand(rows, of: raster, compression: compression, hasAlpha: hasAlpha)
      case .worker(let format, let coding):
        try EncodedBand(
          EncodeRequest(
            picture: .colours(raster, hasAlpha: hasAlpha), format: format, coding: coding
          ).encode())
      }
    }
    waiting.withLock { $0[band] = result }
  }

  /// Returns the bands from `first` on: those that are already encoded, and as many more as there
  /// are threads, which are encoded in parallel.
  func take(from first: Int, threads: Int) throws(CodecError) -> [EncodedBand] {
    let missing = waiting.withLock { waiting in (first..<count).filter { waiting[$0] == nil } }
    let now = missing.prefix(threads)
    ThreadPool.shared.parallel(now.count) { encode(now[$0]) }
    let end = missing.dropFirst(now.count).first ?? count
    let results = waiting.withLock { waiting in
      defer { for band in first..<end { waiting[band] = nil } }
      return waiting[first..<end]
    }
    var bands: [EncodedBand] = []
    for result in results { bands.append(try result!.get()) }
    return bands
  }
}
