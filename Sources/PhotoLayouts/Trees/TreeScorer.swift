internal import Imaging

/// Scores trees for a canvas; lower is better.
struct TreeScorer: Sendable {
  typealias Cell = TreeFitter.Cell

  /// The share of a photo that may be cropped so that edges meet, at a balance of one half.
  private static let maxCropForEdges = 0.08
  /// By which share of that a photo may be cropped more, where it is cropped anyway.
  private static let moreCrop = 0.75
  /// How much it counts that one photo is cropped more than the others may be for their edges.
  private static let costOfWorstCrop = 0.3
  /// Margins and gaps change hardly any more after so many.
  private static let stepsToOwnSpacing = 8

  let shapes: [PhotoShape]
  private let spacing: LayoutSpacing
  private let request: LayoutRequest
  private var options: LayoutOptions { request.options }
  /// The sum over all weights of share * ln(share).
  private let ideal: Double
  private let weight: Double
  private let balance: Balance
  private let order: OrderCost
  private let edges: EdgeCost
  private let sizes: SizeCost
  let alignment: CutAlignment
  /// The photos' ratios if those that differ little are made equal; nil if none are.
  private let alikeRatios: [Double]?

  init(_ shapes: [PhotoShape], _ request: LayoutRequest, _ spacing: LayoutSpacing) {
    self.shapes = shapes
    self.spacing = spacing
    self.request = request
    balance = Balance(request.options.balance, of: shapes)
    order = OrderCost(of: shapes, request.options.order, request.options.balance)
    weight = shapes.map(\.weight).reduce(0, +)
    let whole = weight
    ideal = shapes.map { $0.weight / whole * ($0.weight / whole).logarithm }.reduce(0, +)
    let limit =
      !request.options.hasFixedTree
      ? Self.maxCropForEdges * min(2 * request.options.balance, 1) : 0
    alignment = CutAlignment(shapes, limit: limit)
    edges = EdgeCost(
      of: shapes, request.options.balance,
      countsEnds: spacing.strips(shapes.count).contains { $0 > 0 })
    sizes = SizeCost(of: shapes, request.options.balance)
    alikeRatios = shapes.count > 2 ? LikeShapes.ratios(of: shapes, limit: limit) : nil
  }

  /// About what a tree costs: as if there were no gaps, every photo could be cropped, and the order
  /// didn't count.
  func estimate(_ root: Int32, of arena: TreeArena) -> Double {
    let measure = arena.nodes[Int(root)].measure
    let sizes = Sizes(
      divergence: ideal - measure.evennessAtArea / weight, spread: measure.spread,
      smallest: measure.smallest - measure.logarithm + weight.logarithm)
    guard let size = options.canvasSize else { return auto(measure.logarithm, sizes) }
    let room = request.area(of: size, spacing).size
    let wanted = Double(max(room.width, 1)) / Double(max(room.height, 1))
    return 1 - min(measure.ratio / wanted, wanted / measure.ratio) + balance.penalty(sizes)
  }

  /// What a tree costs, as the cheaper of its photos' own ratios and those that make like photos
  /// equal; the bench's cuts are then those of the last one that was tried. Trees that can't fill
  /// the canvas come last, sorted by how much they leave empty.
  ///
  /// - Returns: the cost, and whether like photos are made equal.
  func cost(
    of root: Int32, of arena: TreeArena, on bench: inout TreeBench
  ) -> (cost: Double, areAlike: Bool) {
    bench.fitter.load(root, of: arena)
    let own = cost(on: &bench)
    guard let alikeRatios else { return (own, false) }
    bench.fitter.use(alikeRatios)
    let alike = cost(on: &bench)
    return alike < own ? (alike, true) : (own, false)
  }

  /// Loads a tree as it costs least.
  func load(_ root: Int32, of arena: TreeArena, on bench: inout TreeBench) {
    let areAlike = alikeRatios != nil && cost(of: root, of: arena, on: &bench).areAlike
    bench.fitter.load(root, of: arena)
    if let alikeRatios, areAlike { bench.fitter.use(alikeRatios) }
  }

  /// Moves cuts so that edges meet, on a canvas with this area for photos.
  func align(_ bench: inout TreeBench) {
    let area = bench.cuts.area
    let more = options.canvasSize == nil ? 0 : Self.moreCrop
    bench.alignment.align(&bench.cuts, shortSide: shortSide(around: area), more: more)
  }

  private func shortSide(around area: Cell) -> Double {
    min(area.width + Double(spacing.around.width), area.height + Double(spacing.around.height))
  }

  private func cost(on bench: inout TreeBench) -> Double {
    guard let size = options.canvasSize else {
      let (width, maxHeight) = (
        options.longestSide - spacing.around.width, options.longestSide - spacing.around.height
      )
      let height = min(bench.fitter.line.height(Double(width)), Double(maxHeight))
      let area = Cell(bench.fitter.line.width(height), height)
      guard let fit = fit(&bench, area) else { return .infinity }
      if options.style == .strips, options.tree == nil {
        return StripCost.of(ratioWithOwnSpacing(bench.fitter.line))
      }
      return fit.crop + auto((area.width / area.height).logarithm, fit.sizes) + fit.places
    }
    let room = request.area(of: size, spacing).size
    let area = Cell(Double(room.width), Double(room.height))
    guard area.width > 0, area.height > 0 else { return .infinity }
    if bench.fitter.stretch(toFill: area.width, area.height) != nil, let fit = fit(&bench, area) {
      return fit.crop + balance.penalty(fit.sizes) + fit.places
    }
    bench.fitter.stretch(by: 0)
    guard let inside = bench.fitter.largest(inside: area), let fit = fit(&bench, inside) else {
      return .infinity
    }
    return 1 + (1 - inside.area / area.area) + balance.penalty(fit.sizes) + fit.places
  }

  /// The ratio of a wide canvas whose margins and gaps are those of its own short side, and not of
  /// the canvas for which layouts are searched for: otherwise one with few strips, with their small
  /// margins, and one with many could be the best for each other's margins.
  private func ratioWithOwnSpacing(_ line: TreeFitter.Line) -> Double {
    let long = Double(options.longestSide)
    var own = spacing
    var height = long
    for _ in 0..<Self.stepsToOwnSpacing {
      // Gaps, and strips for captions, are as much larger as the canvas is.
      let times = spacing.gap > 0 ? Double(own.gap) / Double(spacing.gap) : 1
      let inside = (long - Double(own.around.width) - line.offset * times) / line.ratio
      height = max(inside + Double(own.around.height), 1)
      let next = LayoutSpacing(request, shortSide: Int(min(height, long).rounded()))
      if next == own { break }
      own = next
    }
    return long / height
  }

  private func auto(_ logarithm: Double, _ sizes: Sizes) -> Double {
    CanvasCost.of(logarithm) + balance.penaltyWithoutCrop(sizes)
  }

  private struct Fit {
    /// The share of a photo that is cropped, in the mean, and what the worst crop costs.
    let crop: Double
    let sizes: Sizes
    /// What it costs where the photos and their edges lie, and who is on them.
    let places: Double
  }

  /// What becomes of the photos; nil when the tree can't be laid out.
  private func fit(_ bench: inout TreeBench, _ area: Cell) -> Fit? {
    guard bench.fill(area) else { return nil }
    align(&bench)
    bench.readCells()
    let shortSide = shortSide(around: area)
    var (whole, crop, worst) = (0.0, 0.0, 0.0)
    for (photo, cell) in bench.cells.enumerated() {
      whole += cell.area
      let shape = shapes[photo]
      let wanted = cell.width / cell.height
      let lost = shape.cropTolerance * (1 - min(wanted / shape.ratio, shape.ratio / wanted))
      crop += lost
      worst = max(worst, lost)
    }
    var (least, greatest, sum) = (Double.infinity, -Double.infinity, 0.0)
    for (photo, cell) in bench.cells.enumerated() {
      let share = (cell.area / whole).logarithm
      let shape = shapes[photo]
      sum += shape.weight * share
      let relative = shape.weight == 1 ? share : share - shape.weight.logarithm
      least = min(least, relative)
      greatest = max(greatest, relative)
    }
    guard least.isFinite else { return nil }
    return Fit(
      crop: crop / Double(shapes.count)
        + Self.costOfWorstCrop * max(worst - Self.maxCropForEdges, 0),
      sizes: Sizes(
        divergence: ideal - sum / weight, spread: greatest - least,
        smallest: least + weight.logarithm),
      places: order.of(bench.cells, inside: area)
        + edges.of(&bench, inside: area, shortSide: shortSide)
        + sizes.of(bench.cells, inside: area, shortSide: shortSide))
  }
}

/// What an unusual shape of a free canvas costs. Screens and paper have none for ribbons.
enum CanvasCost {
  /// The ratio that an automatic canvas should be close to: between those of paper (A4), prints
  /// (3:2, 4:3) and screens. So six photos of 3:2 become two columns of three and not three of two,
  /// in which all would be smaller on paper and in most windows.
  static let pleasantRatio = 1.48
  /// From the narrowest to the widest that is no ribbon.
  private static let usable = 0.5...2.3

  /// - Parameter logarithm: of the canvas's ratio.
  static func of(_ logarithm: Double) -> Double {
    let strangeness = logarithm - pleasantRatio.logarithm
    let excess = max(
      logarithm - usable.upperBound.logarithm, usable.lowerBound.logarithm - logarithm, 0)
    return 0.1 * strangeness * strangeness + (excess > 0 ? 1 + excess : 0)
  }
}

/// What the length of strips costs on a free canvas, so that there are as few as aren't too long.
enum StripCost {
  /// The largest ratio of the canvas.
  private static let longest = 3.0

  /// - Parameter ratio: of the canvas.
  static func of(_ ratio: Double) -> Double {
    let excess = (ratio / longest).logarithm
    return excess > 0 ? 10 + excess : -excess
  }
}

/// How uneven the photos' areas are, relative to their weights.
struct Sizes {
  /// The Kullback-Leibler divergence of the areas from the weights.
  let divergence: Double
  /// The logarithm of how many times larger the largest photo is than the smallest.
  let spread: Double
  /// The logarithm of the smallest photo's area as a share of what it should be; at most 0.
  let smallest: Double
}

/// The penalty for uneven sizes, relative to the cropped share of a photo.
///
/// People notice at once that one photo is five times as large as another, and hardly notice that
/// three percent of it are cropped. So differences in size count little while they are small, and
/// ten times as much beyond a threshold: 3.7 times for six photos at a balance of one half. More
/// photos can be arranged in more ways, so the threshold falls with their number. At a balance of 0
/// only the divergence counts, a tenth as much as cropping. The numbers were found by comparing
/// pairs of collages, and by measuring sets of photos from phones and cameras
/// (`MosaicQualityTests`).
struct Balance {
  /// Up to so many photos, thresholds don't depend on their number.
  static let fewPhotos = 6
  /// How much differences below the threshold count, as a share of those above it.
  private static let shareBelowThreshold = 0.1

  private let divergenceWeight: Double
  private let spreadWeight: Double
  private let timesAboveThreshold: Double
  /// The spread above which differences count fully.
  private let threshold: Double
  private let smallnessWeight: Double
  /// Below this share of its part a photo is too small.
  private let tooSmall: Double
  /// Below this share of its part it is a sliver: with up to six photos, about 6 % of a canvas with
  /// gaps.
  private let sliver: Double

  /// How much more differences above the threshold count among photos of like shape.
  private static let timesForLikeShapes = 5.0
  /// How many times the threshold differences may be on a free canvas until they count fully there,
  /// too: 5.4 to 1 for six photos at a balance of one half.
  private static let timesThresholdWithoutCrop = 1.3

  /// - Parameter balance: 0 to 1.
  init(_ balance: Double, of shapes: [PhotoShape]) {
    let count = shapes.count
    divergenceWeight = 0.1 * (1 - balance)
    spreadWeight = 0.5 * balance
    timesAboveThreshold =
      LikeShapes.areAlike(shapes, within: LikeShapes.similar) ? Self.timesForLikeShapes : 1
    let more = max((Double(count) / Double(Self.fewPhotos)).logarithm, 0)
    threshold = (2.6 - 0.3 * more) * (1 - balance)
    smallnessWeight = 1.2 * balance
    tooSmall = 0.1 * Double(min(count, 4))
    sliver = 0.07 * Double(min(count, Self.fewPhotos))
  }

  func penalty(_ sizes: Sizes) -> Double {
    divergenceWeight * sizes.divergence + spreadWeight
      * (Self.shareBelowThreshold * sizes.spread + timesAboveThreshold
        * max(sizes.spread - threshold, 0))
      + smallnessWeight * max(tooSmall.logarithm - sizes.smallest, 0)
      + 2 * smallnessWeight * max(sliver.logarithm - sizes.smallest, 0)
  }

  /// For a canvas of any proportions, where little is cropped and an unusual shape of the canvas
  /// counts as well.
  ///
  /// Sizes far beyond the threshold cost more there, too: else one small face would buy its photo
  /// half of the canvas, and the others would be thumbnails.
  func penaltyWithoutCrop(_ sizes: Sizes) -> Double {
    let excess = max(sizes.spread - Self.timesThresholdWithoutCrop * threshold, 0)
    return divergenceWeight * sizes.divergence + spreadWeight * (sizes.spread / 2 + excess)
  }
}
