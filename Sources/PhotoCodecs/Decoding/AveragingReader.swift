internal import CResampling
internal import Imaging

/// Averages square boxes of another reader's pixels as they are coded, which is what libjpeg does
/// when it reduces a picture. Only for opaque pixels with samples of 8 bits.
///
/// Safe, because `sums` and `averages` have room for the whole width, of which rows are a part.
@safe struct AveragingReader<Base: RowReader & ~Copyable>: ~Copyable, RowReader {
  private static var samplesPerPixel: Int { Int(CResamplingSamplesPerPixel) }

  private var base: Base
  private let side: Int
  /// The size at which `base` delivers the picture.
  private let size: PixelSize
  /// The columns of `base` that are averaged.
  private var columns: Range<Int>
  /// The column with which rows of `base` begin.
  private var firstColumn = 0
  private var rowsRead = 0
  private let sums: UnsafeMutableBufferPointer<UInt16>
  /// One row.
  private let averages: UnsafeMutablePointer<UInt8>

  /// - Parameters:
  ///   - side: the pixels in a row or column of a box, 1 to 256. Boxes at the right and at
  ///     the bottom may have fewer.
  ///   - size: at which `base` will deliver the picture.
  init(_ base: consuming Base, side: Int, of size: PixelSize) {
    precondition((1...256).contains(side))
    self.base = base
    self.side = side
    self.size = size
    columns = 0..<size.width
    unsafe sums = .allocate(capacity: size.width * Self.samplesPerPixel)
    unsafe averages = .allocate(capacity: (size.width / side + 1) * Self.samplesPerPixel)
  }

  deinit {
    unsafe sums.deallocate()
    unsafe averages.deallocate()
  }

  var faults: DecodeFaults { base.faults }

  mutating func start(_ plan: DecodePlan, limits: DecodeLimits) throws(CodecError) {
    try base.start(plan, limits: limits)
  }

  mutating func narrow(to columns: Range<Int>) throws(CodecError) -> Int {
    self.columns = columns.lowerBound * side..<min(columns.upperBound * side, size.width)
    firstColumn = try base.narrow(to: self.columns)
    return columns.lowerBound
  }

  mutating func skip(_ rows: Int) throws(CodecError) {
    let skipped = min(rows * side, size.height - rowsRead)
    try base.skip(skipped)
    rowsRead += skipped
  }

  mutating func nextRow() throws(CodecError) -> UnsafeRawPointer {
    let count = columns.count * Self.samplesPerPixel
    let offset = (columns.lowerBound - firstColumn) * Self.samplesPerPixel
    let rows = min(side, size.height - rowsRead)
    unsafe sums.initialize(repeating: 0)
    for _ in 0..<rows {
      let row = unsafe try base.nextRow() + offset
      unsafe cresampling_add_samples(
        row.assumingMemoryBound(to: UInt8.self), count, sums.baseAddress)
    }
    rowsRead += rows
    unsafe cresampling_average_boxes(sums.baseAddress, columns.count, rows, side, averages)
    return unsafe UnsafeRawPointer(averages)
  }

  mutating func finish(remaining: Int) throws(CodecError) {
    try base.finish(remaining: size.height - rowsRead)
  }
}
