internal import CResampling
internal import Imaging

/// Resamples a photo's light as `Resampler` does its colours: row by row.
///
/// Works on strips of four rows, and holds as many as the vertical filter spans.
///
/// Safe, because rows are counted when they are pushed, those in the strip and in the ring are
/// taken modulo their number, and each has room for all columns.
@safe final class LightResampler: LightSink {
  private let source: any LightSource
  private let writer: LightWriter
  private let across: LightAxis
  private let down: LightAxis
  /// The firsts of `across`, counted from the first column that is pushed.
  private let firstsAcross: [Int32]
  private let countsAcross: [Int32]
  private let count: Int
  private let sourceRows: Range<Int>
  private let sourceColumns: Range<Int>
  /// Four rows, pixel by pixel.
  private let strip: UnsafeMutablePointer<Float>
  /// The latest rows that are filtered across: row r is at index `r % rowCount`.
  private let ring: UnsafeMutablePointer<Float>
  private let rowCount: Int
  private let valuesPerRow: Int
  private let sums: UnsafeMutablePointer<Float>
  private var rowsPushed = 0
  private var nextTarget = 0

  private static let lanes = Int(CResamplingLightLanes)

  /// - Parameters:
  ///   - region: the part of the source to show, in pixels as they will be pushed.
  ///   - size: the source's size in the same pixels.
  ///   - rows: those that will be pushed, and no others.
  ///   - columns: of each of them.
  ///   - target: the frame's size in pixels, in the orientation of the stored source.
  init(
    _ region: Region, of size: PixelSize, rows sourceRows: Range<Int>, columns: Range<Int>,
    to target: PixelSize, _ source: any LightSource, writer: LightWriter
  ) {
    self.source = source
    self.writer = writer
    self.sourceRows = sourceRows
    sourceColumns = columns
    across = LightAxis(
      start: region.x, length: region.width, available: columns, count: target.width)
    down = LightAxis(
      start: region.y, length: region.height, available: sourceRows, count: target.height)
    firstsAcross = across.firsts.map { Int32($0 - columns.lowerBound) }
    countsAcross = across.counts.map(Int32.init)
    count = target.width
    let rows = (down.stride + 2 * Self.lanes - 1) / Self.lanes * Self.lanes
    rowCount = rows
    valuesPerRow = (target.width + 15) / 16 * 16
    unsafe strip = .allocate(capacity: Self.lanes * sourceColumns.count)
    unsafe strip.initialize(repeating: 0, count: Self.lanes * sourceColumns.count)
    unsafe ring = .allocate(capacity: rows * valuesPerRow)
    unsafe ring.initialize(repeating: 0, count: rows * valuesPerRow)
    unsafe sums = .allocate(capacity: valuesPerRow)
  }

  deinit {
    unsafe strip.deallocate()
    unsafe ring.deallocate()
    unsafe sums.deallocate()
  }

  func push(_ row: UnsafeRawPointer, _ words: UnsafeRawPointer?) {
    precondition(rowsPushed < sourceRows.count)
    let lane = rowsPushed % Self.lanes
    unsafe source.write(
      row, words, index: sourceRows.lowerBound + rowsPushed, count: sourceColumns.count,
      to: strip + lane)
    rowsPushed += 1
    if lane == Self.lanes - 1 || rowsPushed == sourceRows.count { workOnStrip() }
  }

  func finish() {}

  private func workOnStrip() {
    let first = (rowsPushed - 1) / Self.lanes * Self.lanes % rowCount
    let targets = unsafe (first..<first + Self.lanes).map { row -> UnsafeMutablePointer<Float>? in
      unsafe ring + row * valuesPerRow
    }
    unsafe cresampling_light_across(
      strip, firstsAcross, countsAcross, across.weights, across.stride, count,
      targets)
    let end = sourceRows.lowerBound + rowsPushed
    while nextTarget < down.firsts.count, down.firsts[nextTarget] + down.counts[nextTarget] <= end {
      let first = (down.firsts[nextTarget] - sourceRows.lowerBound) % rowCount
      unsafe down.weights.withUnsafeBufferPointer { weights in
        guard let start = weights.baseAddress else { return }
        unsafe cresampling_light_down(
          ring, rowCount, valuesPerRow, first, start + nextTarget * down.stride,
          down.counts[nextTarget], sums)
      }
      unsafe writer.write(row: nextTarget, sums, count: count)
      nextTarget += 1
    }
  }
}
