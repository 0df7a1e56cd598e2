internal import Dispatch
internal import Synchronization

/// A raster's rows in bands, which threads encode side by side. The bands follow from the raster and the format alone, so
/// a file's bytes are the same for any number of threads.
struct RasterBands {
  private let height: Int
  /// Of each but the last, which may have fewer.
  let rowsInBand: Int
  private let threads: Int
  private(set) var nextRow = 0

  init(_ raster: Raster, rowsInBand: Int, threads: Int) {
    height = raster.size.height
    self.rowsInBand = rowsInBand
    self.threads = threads
  }

  var count: Int { (height + rowsInBand - 1) / rowsInBand }
  var isFinished: Bool { nextRow == height }

  /// Encodes the next bands, as many as there are threads.
  mutating func encodeNext<Band: Sendable>(
    _ encode: @Sendable (_ rows: Range<Int>) throws(CodecError) -> Band
  ) throws(CodecError) -> [Band] {
    let bands = stride(from: nextRow, to: height, by: rowsInBand).prefix(threads)
      .map { $0..<min($0 + rowsInBand, height) }
    let results = Mutex([Result<Band, CodecError>?](repeating: nil, count: bands.count))
    DispatchQueue.concurrentPerform(iterations: bands.count) { index in
      let result = Result { () throws(CodecError) in try encode(bands[index]) }
      results.withLock { $0[index] = result }
    }
    nextRow = bands.last?.upperBound ?? height
    var encoded: [Band] = []
    for result in results.withLock({ $0 }) { encoded.append(try result!.get()) }
    return encoded
  }
}
