internal import Imaging

/// What it costs that photos can't be read from left to right and then down.
///
/// Two photos are inverted if the later one lies wholly above the earlier one, or beside it on its
/// left. Among photos of the same shape nothing is worth that.
struct OrderCost: Sendable {
  /// More photos aren't compared pair by pair.
  private static let maxPhotos = 200
  /// What is so much higher than the other's begin still counts as above it, as a share of the
  /// height of all.
  private static let slack = 0.04
  /// What it costs that any are inverted, among few photos: with more, nobody reads them in order.
  private static let costOfAnyOfFew = 0.22
  private let costOfPair: Double
  private let costOfAny: Double

  /// - Parameter balance: the less, the less counts whether any are inverted.
  init(of shapes: [PhotoShape], _ order: PhotoOrder, _ balance: Double) {
    guard order == .kept, (2...Self.maxPhotos).contains(shapes.count) else {
      (costOfPair, costOfAny) = (0, 0)
      return
    }
    let pairs = Double(shapes.count * (shapes.count - 1) / 2)
    let ofAny =
      shapes.count <= CutAlignment.mostPhotos ? Self.costOfAnyOfFew * min(2 * balance, 1) : 0
    (costOfPair, costOfAny) =
      LikeShapes.areInterchangeable(shapes) ? (10, 0) : (0.3 / pairs, ofAny)
  }

  func of(_ cells: [TreeFitter.Cell], inside area: TreeFitter.Cell) -> Double {
    guard costOfPair > 0 else { return 0 }
    let inversions = Self.inversions(in: cells, slack: Self.slack * area.height)
    return inversions == 0 ? 0 : costOfAny + Double(inversions) * costOfPair
  }

  /// How many pairs of photos are inverted.
  ///
  /// - Parameter slack: edges that are so far apart count as the same, in pixels.
  static func inversions(in cells: [TreeFitter.Cell], slack: Double = 0.5) -> Int {
    var inversions = 0
    for place in cells.indices {
      let later = cells[place]
      for before in 0..<place {
        let earlier = cells[before]
        let isAbove = later.bottom <= earlier.top + slack
        let isBeside =
          later.right <= earlier.left + slack && later.top < earlier.bottom - slack
          && earlier.top < later.bottom - slack
        if isAbove || isBeside { inversions += 1 }
      }
    }
    return inversions
  }

  static func inversions(in areas: [PixelRect]) -> Int {
    inversions(
      in: areas.map {
        TreeFitter.Cell(Double($0.width), Double($0.height), at: Double($0.x), Double($0.y))
      })
  }
}

/// What it costs that edges nearly meet, which looks like a mistake.
struct EdgeCost: Sendable {
  private static let costOfAny = 0.08
  private static let costOfPair = 0.04
  /// The same of a pair at a balance of 0.
  private static let leastCostOfPair = 0.02
  /// What it costs that photos of the same shape don't stand in rows and columns.
  private static let costOfNoGrid = 0.3
  /// How much more they cost where no photo may be cropped so that they meet.
  private static let timesForWholePhotos = 6.0
  private let costOfAny: Double
  private let costOfPair: Double
  private let costOfNoGrid: Double
  private let countsEnds: Bool
  private let wantsGrid: Bool

  /// - Parameters:
  ///   - balance: the less, the less edges count.
  ///   - countsEnds: whether photos' right and lower edges count as well: else they are where other
  ///     photos' left and upper edges are.
  init(of shapes: [PhotoShape], _ balance: Double, countsEnds: Bool) {
    let count = shapes.count
    // Many photos have so many edges that some always nearly meet.
    let scale =
      min(Double(Balance.fewPhotos) / Double(count), 1)
      * (shapes.contains { $0.cropTolerance > 0 } ? 1 : Self.timesForWholePhotos)
    let strength = min(2 * balance, 1)
    costOfAny = scale * strength * Self.costOfAny
    costOfPair =
      scale * (Self.leastCostOfPair + strength * (Self.costOfPair - Self.leastCostOfPair))
    self.countsEnds = countsEnds
    let canBeGrid = count > 3 && (2..<count).contains { count % $0 == 0 }
    wantsGrid = canBeGrid && LikeShapes.areInterchangeable(shapes)
    costOfNoGrid = strength * Self.costOfNoGrid
  }

  func of(_ bench: inout TreeBench, inside area: TreeFitter.Cell, shortSide: Double) -> Double {
    var (misses, lines) = (0, 1)
    func count(_ edge: (TreeFitter.Cell) -> Double, _ last: Double) {
      bench.edges.removeAll(keepingCapacity: true)
      for cell in bench.cells { bench.edges.append(edge(cell)) }
      // So that a mirrored layout costs the same.
      bench.edges.append(last)
      let found = CutAlignment.steps(&bench.edges, shortSide: shortSide)
      misses += found.small
      lines *= found.all
    }
    let gap = Double(bench.cuts.gap)
    count(\.left, area.right + gap)
    count(\.top, area.bottom + gap)
    let missing = wantsGrid && lines != bench.cells.count ? costOfNoGrid : 0
    if countsEnds {
      count(\.right, area.left - gap)
      count(\.bottom, area.top - gap)
    }
    return missing + (misses == 0 ? 0 : costOfAny + Double(misses) * costOfPair)
  }
}
