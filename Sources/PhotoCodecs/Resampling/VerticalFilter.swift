internal import CResampling

/// Resamples vertically rows that were already resampled horizontally.
///
/// Holds only as many rows as the filter spans.
/// Safe, because places in the ring are taken modulo its rows, each of which has room for the value
/// that the horizontal filter writes beyond it.
@safe final class VerticalFilter {
  private let axis: ResamplingAxis
  /// The latest rows, as a ring: row r, counted from the axis's first, is at index `r % rows`.
  private let ring: UnsafeMutablePointer<Int16>
  private let rows: Int
  private let valuesPerRow: Int
  private let isLimited: Bool
  private let sums: UnsafeMutablePointer<Int16>
  private let instructions = cresampling_best_instructions()

  /// - Parameters:
  ///   - count: how many values a row has.
  ///   - isLimited: whether to clamp values to black and white, which the filter may overshoot.
  init(_ axis: ResamplingAxis, valuesPerRow count: Int, isLimited: Bool) {
    self.axis = axis
    self.isLimited = isLimited
    // A target row is computed as soon as the strip with its last source row is complete, so its
    // first source row may be in an earlier strip.
    rows = (axis.maxTaps + 2 * LinearStrip.rows - 1) / LinearStrip.rows * LinearStrip.rows
    let multiple = Int(CResamplingRowMultiple)
    // The horizontal filter writes one value beyond the row.
    valuesPerRow = (count + 1 + multiple - 1) / multiple * multiple
    unsafe ring = .allocate(capacity: rows * valuesPerRow)
    unsafe ring.initialize(repeating: 0, count: rows * valuesPerRow)
    unsafe sums = .allocate(capacity: valuesPerRow)
  }

  deinit {
    unsafe ring.deallocate()
    unsafe sums.deallocate()
  }

  /// Where to store the rows of a strip, in place of the oldest ones.
  ///
  /// - Parameter strip: its index, counted from the axis's first row.
  func places(ofStrip strip: Int) -> [UnsafeMutablePointer<Int16>?] {
    let first = strip * LinearStrip.rows % rows
    return unsafe (first..<first + LinearStrip.rows).map { unsafe ring + $0 * valuesPerRow }
  }

  /// Computes a target row once all its source rows have arrived: the values of its pixels in
  /// sequence. Valid until the next call.
  func row(_ target: Int) -> UnsafePointer<Int16> {
    let first = (axis.firsts[target] - axis.range.lowerBound) % rows
    unsafe axis.weights.withUnsafeBufferPointer { weights in
      unsafe cresampling_sum_down(
        instructions, ring, rows, valuesPerRow, first,
        weights.baseAddress! + target * axis.weightStride, (axis.counts[target] + 1) / 2 * 2,
        isLimited, sums)
    }
    return unsafe UnsafePointer(sums)
  }
}
