internal import CResampling
internal import Glibc
internal import ThreadPool

/// For one axis: which source pixels contribute to each target pixel, and with which weights.
///
/// Uses a Lanczos window of three lobes, widened by the reduction factor to avoid aliasing; the
/// weights are whole numbers that add up to `CResamplingWeightSum`. Target pixel i covers the
/// source from `start + i * length / count`; there is no half-pixel shift.
struct ResamplingAxis: Sendable {
  /// The first source pixel of each target pixel; never decreases.
  let firsts: [Int]
  /// The number of source pixels of each target pixel.
  let counts: [Int]
  /// `weightStride` weights for each target pixel; those beyond its count are 0.
  let weights: [Int16]
  /// The number of weights stored per target pixel: `maxTaps`, rounded up to an even number.
  let weightStride: Int
  /// The largest of `counts`.
  let maxTaps: Int
  /// All source pixels that contribute.
  let range: Range<Int>

  /// Whether each target pixel is exactly one source pixel, in sequence.
  var isIdentity: Bool {
    maxTaps == 1 && firsts.indices.allSatisfy { firsts[$0] == firsts[0] + $0 }
  }

  static let lobes = 3.0

  /// - Parameters:
  ///   - start: position of the first target pixel's left edge, in source pixels; may lie outside.
  ///   - length: the part of the source that the target shows, in source pixels; above 0.
  ///   - available: the source pixels that may be read; not empty. The filter reads beyond the
  ///     shown part, but not beyond these.
  ///   - count: the number of target pixels; above 0.
  init(start: Double, length: Double, available: Range<Int>, count: Int) {
    let step = length / Double(count)
    let widening = max(step, 1)
    let reach = Self.lobes * widening
    var taps: [Taps] = []
    taps.reserveCapacity(count)
    var exact: [Double] = []
    var all: [Int16] = []
    for target in 0..<count {
      // Beyond the source its edge is repeated.
      let centre = min(
        max(start + (Double(target) + 0.5) * step, Double(available.lowerBound)),
        Double(available.upperBound))
      let first = min(
        max(Int((centre - reach).rounded(.down)), available.lowerBound), available.upperBound - 1)
      let last = max(min(Int((centre + reach).rounded(.up)), available.upperBound), first + 1)
      exact.removeAll(keepingCapacity: true)
      for source in first..<last {
        exact.append(Self.lanczos((Double(source) + 0.5 - centre) / widening))
      }
      taps.append(Taps(first: first, exact, in: &all))
    }
    // Since weights of 0 were left out, a target pixel could start after the next one's first
    // source pixel.
    for target in taps.indices.dropLast().reversed() {
      taps[target].begin(at: taps[target + 1].first)
    }
    firsts = taps.map(\.first)
    counts = taps.map(\.count)
    maxTaps = counts.max() ?? 1
    weightStride = (maxTaps + 1) / 2 * 2
    range = (firsts.min() ?? 0)..<(taps.map { $0.first + $0.count }.max() ?? 1)
    var weights = [Int16](repeating: 0, count: count * weightStride)
    for (target, taps) in taps.enumerated() {
      let start = target * weightStride + taps.zeros
      for (tap, weight) in taps.weights.enumerated() { weights[start + tap] = all[weight] }
    }
    self.weights = weights
  }

  /// The axis that `init` makes; kept, because a batch has many photos of the same size.
  static func axis(
    start: Double, length: Double, available: Range<Int>, count: Int
  ) -> ResamplingAxis {
    let key = Key(start: start, length: length, available: available, count: count)
    if let axis = made.withLock({ $0[key] }) { return axis }
    let axis = ResamplingAxis(start: start, length: length, available: available, count: count)
    if axis.weights.count <= maxKeptWeights {
      made.withLock { made in
        if made.count == maxKept { made.removeAll() }
        made[key] = axis
      }
    }
    return axis
  }

  private struct Key: Hashable {
    let start: Double
    let length: Double
    let available: Range<Int>
    let count: Int
  }

  private static let made = Locked<[Key: ResamplingAxis]>([:])
  /// How many axes are kept. Together they take at most 2 MiB.
  private static let maxKept = 32
  private static let maxKeptWeights = 1 << 15

  /// The source pixels that contribute to one target pixel.
  private struct Taps {
    var first: Int
    /// How many weights of 0 come before the others.
    var zeros = 0
    /// Where the others are among all.
    let weights: Range<Int>

    var count: Int { zeros + weights.count }

    /// - Parameter all: gets the weights, without those of 0 at the ends.
    init(first: Int, _ exact: [Double], in all: inout [Int16]) {
      let start = all.count
      ResamplingAxis.append(exact, to: &all)
      let end = all.lastIndex { $0 != 0 } ?? start
      all.removeSubrange((max(end, start) + 1)...)
      let used = all[start...].firstIndex { $0 != 0 } ?? start
      weights = used..<all.count
      self.first = first + used - start
    }

    mutating func begin(at other: Int) {
      guard first > other else { return }
      zeros += first - other
      first = other
    }
  }

  /// Whole numbers in proportion to some weights, which add up to `CResamplingWeightSum`. Rounds so
  /// that the sum of the first n weights is never off by more than a half, whatever n is. That
  /// keeps a weighted mean in place.
  static func rounded(_ exact: [Double]) -> [Int16] {
    var rounded: [Int16] = []
    append(exact, to: &rounded)
    return rounded
  }

  /// Appends them to those of others.
  private static func append(_ exact: [Double], to all: inout [Int16]) {
    let scale = Double(CResamplingWeightSum) / exact.reduce(0, +)
    var (sum, rounded) = (0.0, 0)
    for weight in exact {
      sum += weight * scale
      let next = Int(sum.rounded())
      all.append(Int16(next - rounded))
      rounded = next
    }
  }

  /// The filter's weight at a distance in lobes.
  static func lanczos(_ x: Double) -> Double {
    guard abs(x) < lobes else { return 0 }
    guard abs(x) > 1e-9 else { return 1 }
    let angle = Double.pi * x
    // The sine of three times an angle can be computed from the sine of the angle.
    let sine = sin(angle / lobes)
    return lobes * (3 * sine - 4 * sine * sine * sine) * sine / (angle * angle)
  }
}
