/// The most even trees of some photos, one for each of many ratios. Larger trees are built from
/// them.
struct Frontier {
  /// A tree that could be built. Only the winners are.
  struct Candidate {
    let kind: TreeArena.Kind
    let first: Int32
    let second: Int32
    let measure: TreeArena.Measure
  }

  private(set) var roots: [Int32] = []
  fileprivate var ratios: [Double] = []
  fileprivate var evennessValues: [Double] = []
  fileprivate var inverseRatios: [Double] = []
  fileprivate var evennessesAtWidth: [Double] = []

  /// - Parameter roots: of trees with different ratios.
  init(_ roots: [Int32], in arena: TreeArena) {
    for root in roots { append(root, arena.nodes[Int(root)].measure) }
  }

  /// The most even of the candidates, which all have different ratios.
  fileprivate init(_ candidates: [Candidate], limit: Int, in arena: inout TreeArena) {
    let evennesses = candidates.map(\.measure.evennessAtArea)
    let places = candidates.indices.sorted { evennesses[$0] > evennesses[$1] }
    for candidate in places.prefix(limit).lazy.map({ candidates[$0] }) {
      append(
        arena.join(candidate.kind, candidate.first, candidate.second, candidate.measure),
        candidate.measure)
    }
  }

  private mutating func append(_ root: Int32, _ measure: TreeArena.Measure) {
    roots.append(root)
    ratios.append(measure.ratio)
    evennessValues.append(measure.evenness)
    inverseRatios.append(1 / measure.ratio)
    evennessesAtWidth.append(measure.evennessAtWidth)
  }
}

/// The best join found so far for each of many ratios.
///
/// Joined side by side, trees add their ratios and their evenness at equal height; joined one below
/// the other, they add their inverse ratios and their evenness at equal width. So a pair costs two
/// additions and a comparison, and no logarithm.
struct FrontierBuilder {
  private struct Best {
    var sum = -Double.infinity
    var first: Int32 = 0
    var second: Int32 = 0
  }

  /// How finely ratios are distinguished.
  struct Resolution {
    /// Bits of a ratio's mantissa: 4 give sixteen steps from one ratio to its double.
    let mantissaBits: Int
    /// How many trees are kept.
    let limit: Int

    /// For the parts of a collage.
    static let part = Resolution(mantissaBits: 4, limit: 40)
    /// For whole collages: fine enough that one tree nearly has the canvas's ratio.
    static let whole = Resolution(mantissaBits: 9, limit: 4096)
  }

  /// Ratios from 2 to the power of -16 to 2 to the power of 16 are distinguished.
  private static let octaves = 16

  private let resolution: Resolution
  private var across: [Best]
  private var down: [Best]
  /// How many pairs of trees have been considered.
  private(set) var considered = 0

  init(_ resolution: Resolution) {
    self.resolution = resolution
    across = Array(repeating: Best(), count: (2 * Self.octaves) << resolution.mantissaBits)
    down = across
  }

  /// Considers every tree of one part joined with every tree of the next.
  mutating func consider(_ first: Frontier, _ second: Frontier) {
    considered += 2 * first.roots.count * second.roots.count
    let bins = Bins(resolution)
    Self.consider(
      first.roots, first.ratios, first.evennessValues, second.roots, second.ratios,
      second.evennessValues, bins, &across
    )
    Self.consider(
      first.roots, first.inverseRatios, first.evennessesAtWidth, second.roots, second.inverseRatios,
      second.evennessesAtWidth, bins, &down)
  }

  private static func consider(
    _ firstRoots: [Int32], _ firstRatios: [Double], _ firstSums: [Double],
    _ secondRoots: [Int32], _ secondRatios: [Double], _ secondSums: [Double], _ bins: Bins,
    _ best: inout [Best]
  ) {
    for first in firstRoots.indices {
      let ratio = firstRatios[first]
      let sum = firstSums[first]
      for second in secondRoots.indices {
        let bin = bins[ratio + secondRatios[second]]
        let sum = sum + secondSums[second]
        if sum > best[bin].sum {
          best[bin] = Best(sum: sum, first: firstRoots[first], second: secondRoots[second])
        }
      }
    }
  }

  /// Bin numbers for ratios: the exponent with the first bits of the mantissa approximates the
  /// logarithm.
  private struct Bins {
    private let shift: UInt64
    private let lowest: Int
    private let last: Int

    init(_ resolution: Resolution) {
      shift = UInt64(Double.significandBitCount - resolution.mantissaBits)
      lowest = Int(Double(sign: .plus, exponent: -octaves, significand: 1).bitPattern >> shift)
      last = (2 * octaves) << resolution.mantissaBits - 1
    }

    subscript(ratio: Double) -> Int { min(max(Int(ratio.bitPattern >> shift) - lowest, 0), last) }
  }

  /// Builds the best joins and returns them.
  func frontier(in arena: inout TreeArena) -> Frontier {
    let bins = Bins(resolution)
    // By bin.
    var candidates = [Frontier.Candidate?](repeating: nil, count: across.count)
    for (kind, all) in [(TreeArena.Kind.across, across), (.down, down)] {
      for best in all where best.sum > -.infinity {
        let measure = TreeArena.Measure(
          kind, arena.nodes[Int(best.first)].measure, arena.nodes[Int(best.second)].measure)
        let bin = bins[measure.ratio]
        if let other = candidates[bin], other.measure.evennessAtArea >= measure.evennessAtArea {
          continue
        }
        candidates[bin] = Frontier.Candidate(
          kind: kind, first: best.first, second: best.second, measure: measure)
      }
    }
    return Frontier(candidates.compactMap(\.self), limit: resolution.limit, in: &arena)
  }
}
