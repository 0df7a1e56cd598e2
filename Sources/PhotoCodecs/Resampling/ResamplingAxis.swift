internal import Glibc

/// For one axis: which source pixels contribute to each target pixel, and with which weights.
///
/// Uses a Lanczos window of three lobes, widened by the reduction factor to avoid aliasing; the weights add up to 1.
/// Target pixel i covers the source from `start + i * length / count`; there is no half-pixel shift.
struct ResamplingAxis {
  /// The first source pixel of each target pixel; never decreases.
  private(set) var firsts: [Int32] = []
  /// The number of source pixels of each target pixel.
  private(set) var counts: [Int32] = []
  /// `maxTaps` weights for each target pixel; those beyond its count are 0.
  private(set) var weights: [Float]
  /// The largest of `counts`.
  let maxTaps: Int
  /// All source pixels that are used.
  let range: Range<Int>

  /// Whether each target pixel is exactly one source pixel, in sequence.
  var isIdentity: Bool { maxTaps == 1 && firsts.indices.allSatisfy { firsts[$0] == firsts[0] + Int32($0) } }

  private static let lobes = 3.0

  /// - Parameters:
  ///   - start: position of the first target pixel's left edge, in source pixels.
  ///   - length: the part of the source that the target shows, in source pixels; above 0.
  ///   - available: how many source pixels exist. The filter reads beyond the shown part, but not beyond these.
  ///   - count: the number of target pixels; above 0.
  init(start: Double, length: Double, available: Int, count: Int) {
    let step = length / Double(count)
    let widening = max(step, 1)
    let reach = Self.lobes * widening
    var rows: [(first: Int, weights: [Double])] = []
    rows.reserveCapacity(count)
    for target in 0..<count {
      let centre = start + (Double(target) + 0.5) * step
      let first = min(max(Int((centre - reach).rounded(.down)), 0), available - 1)
      let last = max(min(Int((centre + reach).rounded(.up)), available), first + 1)
      rows.append(
        Self.trimmed(first: first, (first..<last).map { Self.lanczos((Double($0) + 0.5 - centre) / widening) }))
    }
    // After trimming, a target pixel may start after the next one's first source pixel.
    for target in rows.indices.dropLast().reversed() where rows[target].first > rows[target + 1].first {
      let missing = rows[target].first - rows[target + 1].first
      rows[target].first -= missing
      rows[target].weights.insert(contentsOf: repeatElement(0, count: missing), at: 0)
    }
    maxTaps = rows.map(\.weights.count).max() ?? 1
    range = (rows.map(\.first).min() ?? 0)..<(rows.map { $0.first + $0.weights.count }.max() ?? 1)
    weights = [Float](repeating: 0, count: count * maxTaps)
    firsts.reserveCapacity(count)
    counts.reserveCapacity(count)
    for (target, row) in rows.enumerated() {
      let sum = row.weights.reduce(0, +)
      firsts.append(Int32(row.first))
      counts.append(Int32(row.weights.count))
      for (tap, weight) in row.weights.enumerated() { weights[target * maxTaps + tap] = Float(weight / sum) }
    }
  }

  /// Splits the target into consecutive pieces that use at most `limit` source pixels each. `limit` is at least `maxTaps`.
  func pieces(ofAtMost limit: Int) -> [(targets: Range<Int>, sources: Range<Int>)] {
    var pieces: [(targets: Range<Int>, sources: Range<Int>)] = []
    for target in firsts.indices {
      let first = Int(firsts[target])
      let end = first + Int(counts[target])
      if let piece = pieces.last, end - piece.sources.lowerBound <= limit {
        pieces[pieces.count - 1].targets = piece.targets.lowerBound..<target + 1
        pieces[pieces.count - 1].sources = piece.sources.lowerBound..<max(end, piece.sources.upperBound)
      } else {
        pieces.append((target..<target + 1, first..<end))
      }
    }
    return pieces
  }

  /// Removes weights at both ends that are too small to be visible.
  private static func trimmed(first: Int, _ weights: [Double]) -> (first: Int, weights: [Double]) {
    let shows = { (weight: Double) in abs(weight) > 1e-6 }
    guard let from = weights.firstIndex(where: shows), let to = weights.lastIndex(where: shows) else {
      return (first, [1])
    }
    return (first + from, from == 0 && to == weights.count - 1 ? weights : Array(weights[from...to]))
  }

  private static func lanczos(_ x: Double) -> Double {
    guard abs(x) < lobes else { return 0 }
    guard abs(x) > 1e-9 else { return 1 }
    let angle = Double.pi * x
    // The sine of three times an angle follows from the sine of the angle.
    let sine = sin(angle / lobes)
    return lobes * (3 * sine - 4 * sine * sine * sine) * sine / (angle * angle)
  }
}
