internal import CResampling
internal import Imaging

/// The averages of boxes of a source's pixels, in linear values: of those that a filter reads, with
/// the source's edges repeated beyond them.
///
/// Safe, because `values` has room for all boxes that are stored, and a row of `strip` for all
/// columns that are pushed.
@safe final class SourceBoxes {
  /// The pixels to push.
  let pixelRows: Range<Int>
  let pixelColumns: Range<Int>
  private let side: Int
  /// The boxes that the filter reads; some may lie outside the source.
  private let rows: Range<Int>
  private let columns: Range<Int>
  /// The boxes that are there.
  private let storedRows: Range<Int>
  private let storedColumns: Range<Int>
  private let values: UnsafeMutablePointer<Int16>
  private let valuesPerRow: Int
  /// Of one row of pixels.
  private let strip: LinearStrip
  /// Of the boxes that are being added up; four each.
  private var sums: [Int32]
  private var rowsAdded = 0

  /// - Parameters:
  ///   - corners: of what is shown, in boxes.
  ///   - size: the source's in pixels.
  ///   - side: of a box, in pixels.
  init(
    showing corners: [SIMD2<Double>], of size: PixelSize, side: Int, _ weights: PhaseWeights
  ) {
    self.side = side
    columns = Self.needed(corners.map(\.x), before: weights.before)
    rows = Self.needed(corners.map(\.y), before: weights.before)
    storedColumns = columns.clamped(inside: (size.width + side - 1) / side)
    storedRows = rows.clamped(inside: (size.height + side - 1) / side)
    pixelColumns =
      storedColumns.lowerBound * side..<min(storedColumns.upperBound * side, size.width)
    pixelRows = storedRows.lowerBound * side..<min(storedRows.upperBound * side, size.height)
    strip = LinearStrip(columns: pixelColumns.count)
    valuesPerRow = (columns.count / 2 + 1) * Int(CResamplingPairValues)
    unsafe values = .allocate(capacity: storedRows.count * valuesPerRow)
    unsafe values.initialize(repeating: 0, count: storedRows.count * valuesPerRow)
    sums = [Int32](repeating: 0, count: storedColumns.count * 4)
  }

  deinit { unsafe values.deallocate() }

  /// The bytes that one takes.
  static func bytes(
    showing corners: [SIMD2<Double>], of size: PixelSize, side: Int, before: Int
  ) -> Int {
    let columns = needed(corners.map(\.x), before: before)
    let rows = needed(corners.map(\.y), before: before).clamped(
      inside: (size.height + side - 1) / side)
    let values = (columns.count / 2 + 1) * Int(CResamplingPairValues)
    let (bytes, isTooMany) = (values * MemoryLayout<Int16>.size).multipliedReportingOverflow(
      by: rows.count)
    return isTooMany ? .max / 2 : bytes
  }

  /// Whether all rows of pixels have arrived.
  var isComplete: Bool { rowsAdded == pixelRows.count }

  /// The boxes on one axis. An even number of them lies before the source.
  private static func needed(_ corners: [Double], before: Int) -> Range<Int> {
    let first = Int(((corners.min() ?? 0) - 0.5).rounded(.down)) - before - 1
    let last = Int(((corners.max() ?? 0) - 0.5).rounded(.up)) + before + 2
    // The filter across reads some values beyond its last one, with weights of 0.
    return (first < 0 ? first & ~1 : first)..<last + 6
  }

  /// What is added to a place in boxes so that it is that of the first contributing one.
  func place(_ weights: PhaseWeights) -> SIMD2<Double> {
    SIMD2(
      -0.5 - Double(weights.before + columns.lowerBound),
      -0.5 - Double(weights.before + rows.lowerBound))
  }

  /// Adds a row of pixels.
  ///
  /// - Parameter row: as it is pushed.
  func add(_ row: UnsafeRawPointer, _ lineariser: Lineariser) {
    if side == 1 {
      let target = unsafe values + rowsAdded * valuesPerRow
      let before = storedColumns.lowerBound - columns.lowerBound
      unsafe lineariser.write(
        row, count: pixelColumns.count, to: target + before / 2 * Int(CResamplingPairValues))
      rowsAdded += 1
      return unsafe repeatEdges(of: target)
    }
    unsafe lineariser.write(row, count: pixelColumns.count, to: strip, row: 0)
    unsafe sums.withUnsafeMutableBufferPointer { sums in
      guard let start = sums.baseAddress else { return }
      unsafe cresampling_add_pairs(strip.values, pixelColumns.count, side, start)
    }
    rowsAdded += 1
    guard rowsAdded % side == 0 || rowsAdded == pixelRows.count else { return }
    store(row: (rowsAdded - 1) / side, pixelsDown: (rowsAdded - 1) % side + 1)
    for index in sums.indices { sums[index] = 0 }
  }

  private func store(row: Int, pixelsDown: Int) {
    let target = unsafe values + row * valuesPerRow
    for source in storedColumns.indices {
      let box = source - storedColumns.lowerBound
      let pixels = Int32(min(side, pixelColumns.count - box * side) * pixelsDown)
      for channel in 0..<4 {
        let mean = (sums[4 * box + channel] + pixels / 2) / pixels
        unsafe target[Self.index(source - columns.lowerBound, channel)] = Int16(clamping: mean)
      }
    }
    unsafe repeatEdges(of: target)
  }

  private func repeatEdges(of row: UnsafeMutablePointer<Int16>) {
    let first = storedColumns.lowerBound - columns.lowerBound
    let last = storedColumns.upperBound - 1 - columns.lowerBound
    let end = valuesPerRow / Int(CResamplingPairValues) * 2
    for channel in 0..<4 {
      for column in 0..<first {
        unsafe row[Self.index(column, channel)] = row[Self.index(first, channel)]
      }
      for column in last + 1..<max(end, last + 1) {
        unsafe row[Self.index(column, channel)] = row[Self.index(last, channel)]
      }
    }
  }

  /// Where a value of a pixel is in a row of pairs.
  private static func index(_ column: Int, _ channel: Int) -> Int {
    column / 2 * Int(CResamplingPairValues) + 2 * channel + column % 2
  }

  /// Calls `body` with the rows that the filter reads, from the first one on.
  func withRows(_ body: (UnsafePointer<UnsafePointer<Int16>?>) -> Void) {
    var starts: [UnsafePointer<Int16>?] = unsafe []
    for row in rows {
      let stored = min(max(row, storedRows.lowerBound), storedRows.upperBound - 1)
      let start = unsafe values + (stored - storedRows.lowerBound) * valuesPerRow
      unsafe starts.append(UnsafePointer(start))
    }
    unsafe starts.withUnsafeBufferPointer { starts in
      if let first = starts.baseAddress { unsafe body(first) }
    }
  }
}

extension Range<Int> {
  /// The part of it from 0 to below a count, at least one.
  fileprivate func clamped(inside count: Int) -> Range<Int> {
    let first = Swift.min(Swift.max(lowerBound, 0), count - 1)
    return first..<Swift.min(Swift.max(upperBound, first + 1), count)
  }
}
