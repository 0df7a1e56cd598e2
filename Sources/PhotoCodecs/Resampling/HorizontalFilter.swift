internal import CResampling
internal import Imaging

/// Resamples strips of four rows horizontally. The vector code multiplies a pair of source pixels
/// at once, so source pixels and weights are stored in pairs.
final class HorizontalFilter: Sendable {
  private let firstPairs: LookupTable<Int32>
  private let pairCounts: LookupTable<Int32>
  private let weights: LookupTable<Int16>
  private let maxPairs: Int
  private let instructions = cresampling_best_instructions()
  private let count: Int
  private let channels: Int

  /// - Parameter channels: how many values of a pixel to compute: 3, or 4 with alpha.
  init(_ axis: ResamplingAxis, channels: Int) {
    self.channels = channels
    count = axis.firsts.count
    let firsts = axis.firsts.map { $0 - axis.range.lowerBound }
    // The first pair may begin one pixel too early, with a weight of 0. The number of pairs is
    // rounded up to an even one, because two of them are processed at a time.
    let pairCounts = zip(firsts, axis.counts).map { first, count in
      let pixels = first % 2 + count
      return 2 * ((pixels + 3) / 4)
    }
    maxPairs = pairCounts.max() ?? 2
    var weights = [Int16](repeating: 0, count: count * 2 * maxPairs)
    for target in 0..<count {
      for tap in 0..<axis.counts[target] {
        weights[target * 2 * maxPairs + firsts[target] % 2 + tap] =
          axis.weights[target * axis.weightStride + tap]
      }
    }
    firstPairs = LookupTable(firsts.map { Int32($0 / 2) })
    self.pairCounts = LookupTable(pairCounts.map(Int32.init))
    self.weights = LookupTable(weights)
  }

  /// Filters a strip.
  ///
  /// - Parameters:
  ///   - strip: has the columns of the axis.
  ///   - rows: four target rows, each with space for all target pixels and one value more.
  func apply(to strip: LinearStrip, into rows: [UnsafeMutablePointer<Int16>?]) {
    var axis = unsafe CResamplingAxis(
      first_pairs: firstPairs.entries, pair_counts: pairCounts.entries, weights: weights.entries,
      max_pairs: maxPairs)
    unsafe cresampling_sum_across(
      instructions, &axis, strip.values, strip.valuesPerRow, Int32(channels), count, rows)
  }
}
