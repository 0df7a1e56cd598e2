internal import Glibc

/// For one axis: which source pixels make up each target pixel, and with what weights.
///
/// A Lanczos window of three lobes, as wide as the reduction asks for, so that nothing aliases; its weights add up to 1.
/// Target pixel i covers the source from `start + i * length / count` on; there is no half-pixel shift.
struct ResamplingAxis {
  /// The first source pixel of each target pixel; never less than the one before.
  private(set) var firsts: [Int32] = []
  /// How many source pixels each target pixel has.
  private(set) var counts: [Int32] = []
  /// `most` weights for each target pixel, those beyond its count 0.
  private(set) var weights: [Float]
  /// The largest of the counts.
  let most: Int
  /// Every source pixel that is used at all.
  let range: Range<Int>

  /// Whether each target pixel is just one source pixel, the next one each.
  var isIdentity: Bool { most == 1 && firsts.indices.allSatisfy { firsts[$0] == firsts[0] + Int32($0) } }

  private static let lobes = 3.0

  /// - Parameters:
  ///   - start: where the first target pixel's left edge lies in the source.
  ///   - length: how much of the source the target shows, in source pixels; above 0.
  ///   - available: how many source pixels there are; the filter looks beyond the shown part, but not beyond these.
  ///   - count: how many target pixels there are; above 0.
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
    // Trimming may have begun a target pixel after the next one's first.
    for target in rows.indices.dropLast().reversed() where rows[target].first > rows[target + 1].first {
      let missing = rows[target].first - rows[target + 1].first
      rows[target].first -= missing
      rows[target].weights.insert(contentsOf: repeatElement(0, count: missing), at: 0)
    }
    most = rows.map(\.weights.count).max() ?? 1
    range = (rows.map(\.first).min() ?? 0)..<(rows.map { $0.first + $0.weights.count }.max() ?? 1)
    weights = [Float](repeating: 0, count: count * most)
    firsts.reserveCapacity(count)
    counts.reserveCapacity(count)
    for (target, row) in rows.enumerated() {
      let sum = row.weights.reduce(0, +)
      firsts.append(Int32(row.first))
      counts.append(Int32(row.weights.count))
      for (tap, weight) in row.weights.enumerated() { weights[target * most + tap] = Float(weight / sum) }
    }
  }

  /// Cuts the target into pieces, in order, whose source pixels are at most `limit`, which is at least `most`.
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

  /// Without the weights at both ends that are too small to show.
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
    // The sine of three times an angle follows from the angle's own.
    let sine = sin(angle / lobes)
    return lobes * (3 * sine - 4 * sine * sine * sine) * sine / (angle * angle)
  }
}
