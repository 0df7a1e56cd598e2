internal import Imaging

/// Scores trees for a canvas; lower is better.
struct TreeScorer {
  private let shapes: [PhotoShape]
  private let spacing: LayoutSpacing
  private let request: LayoutRequest
  private var options: LayoutOptions { request.options }
  /// The sum over all weights of share * ln(share).
  private let ideal: Double
  private let weight: Double
  private let balance: Balance
  private let order: OrderCost
  private let edges: EdgeCost

  init(_ shapes: [PhotoShape], _ request: LayoutRequest, _ spacing: LayoutSpacing) {
    self.shapes = shapes
    self.spacing = spacing
    self.request = request
    balance = Balance(request.options.balance, photos: shapes.count)
    order = OrderCost(of: shapes, request.options.order)
    edges = EdgeCost(photos: shapes.count, canJoin: request.options.canvasSize != nil)
    weight = shapes.map(\.weight).reduce(0, +)
    let whole = weight
    ideal = shapes.map { $0.weight / whole * ($0.weight / whole).logarithm }.reduce(0, +)
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

  /// What a tree costs. Trees that can't fill the canvas come last, sorted by how much they leave
  /// empty.
  func cost(of root: Int32, of arena: TreeArena, fittedBy fitter: inout TreeFitter) -> Double {
    fitter.load(root, of: arena)
    guard let size = options.canvasSize else {
      let (width, maxHeight) = (
        options.longestSide - spacing.around.width, options.longestSide - spacing.around.height
      )
      let height = min(fitter.line.height(Double(width)), Double(maxHeight))
      guard let fit = fit(fitter, .init(fitter.line.width(height), height)) else {
        return .infinity
      }
      return fit.crop + auto((fitter.line.width(height) / height).logarithm, fit.sizes) + fit.places
    }
    let room = request.area(of: size, spacing).size
    let area = TreeFitter.Cell(Double(room.width), Double(room.height))
    guard area.width > 0, area.height > 0 else { return .infinity }
    if fitter.stretch(toFill: area.width, area.height) != nil, let fit = fit(fitter, area) {
      return fit.crop + balance.penalty(fit.sizes) + fit.places
    }
    fitter.stretch(by: 0)
    guard let inside = fitter.largest(inside: area), let fit = fit(fitter, inside) else {
      return .infinity
    }
    return 1 + (1 - inside.area / area.area) + balance.penalty(fit.sizes) + fit.places
  }

  private func auto(_ logarithm: Double, _ sizes: Sizes) -> Double {
    CanvasCost.of(logarithm) + balance.penaltyWithoutCrop(sizes)
  }

  private struct Fit {
    /// The share of a photo that is cropped, in the mean.
    let crop: Double
    let sizes: Sizes
    /// What it costs where the photos and their edges lie.
    let places: Double
  }

  /// What becomes of the photos; nil when the tree can't be laid out.
  private func fit(_ fitter: TreeFitter, _ area: TreeFitter.Cell) -> Fit? {
    guard let found = fitter.cells(filling: area) else { return nil }
    let cells = found.compactMap(\.self)
    let areas = cells.map(\.area)
    let whole = areas.reduce(0, +)
    let logarithms = zip(shapes, areas).map { ($1 / whole).logarithm - $0.weight.logarithm }
    guard let least = logarithms.min(), let greatest = logarithms.max(), least.isFinite else {
      return nil
    }
    let sum = zip(shapes, areas).map { $0.weight * ($1 / whole).logarithm }.reduce(0, +)
    let crops = cells.indices.map { fitter.crop(of: $0, in: cells[$0]) }
    return Fit(
      crop: crops.reduce(0, +) / Double(crops.count),
      sizes: Sizes(
        divergence: ideal - sum / weight, spread: greatest - least,
        smallest: least + weight.logarithm),
      places: order.of(cells, inside: area) + edges.of(cells, inside: area))
  }
}

/// What an unusual shape of a free canvas costs. Screens and paper have none for ribbons.
enum CanvasCost {
  /// The ratio that an automatic canvas should be close to: 16:10.
  static let pleasantRatio = 1.6
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

/// What it costs that photos can't be read from left to right and then down.
///
/// Two photos are inverted if the later one lies wholly above the earlier one, or beside it on its
/// left. Among photos of the same shape nothing is worth that.
struct OrderCost {
  /// Photos are of the same shape whose ratios differ by less than this factor.
  private static let alike = 1.1
  /// More photos aren't compared pair by pair.
  private static let maxPhotos = 200
  private let costOfPair: Double

  init(of shapes: [PhotoShape], _ order: PhotoOrder) {
    let ratios = shapes.map(\.ratio)
    guard order == .kept, let least = ratios.min(), let greatest = ratios.max(),
      (2...Self.maxPhotos).contains(shapes.count)
    else {
      costOfPair = 0
      return
    }
    let pairs = Double(shapes.count * (shapes.count - 1) / 2)
    costOfPair = greatest < least * Self.alike ? 10 : 0.3 / pairs
  }

  func of(_ cells: [TreeFitter.Cell], inside area: TreeFitter.Cell) -> Double {
    guard costOfPair > 0 else { return 0 }
    // Edges that nearly meet may be joined.
    let slack = EdgeJoining.nearby.upperBound * min(area.width, area.height)
    return Double(Self.inversions(in: cells, slack: slack)) * costOfPair
  }

  /// How many pairs of photos are inverted.
  ///
  /// - Parameter slack: edges that are so far apart count as the same, in pixels.
  static func inversions(in cells: [TreeFitter.Cell], slack: Double = 0.5) -> Int {
    var inversions = 0
    for (place, later) in cells.enumerated() {
      for earlier in cells[..<place] {
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
struct EdgeCost {
  private let costOfPair: Double

  /// - Parameter canJoin: whether photos may be cropped a little so that the edges meet.
  init(photos count: Int, canJoin: Bool) {
    // Many photos have so many edges that some always nearly meet.
    costOfPair = (canJoin ? 0.02 : 0.2) * min(Double(Balance.fewPhotos) / Double(count), 1)
  }

  func of(_ cells: [TreeFitter.Cell], inside area: TreeFitter.Cell) -> Double {
    let shortSide = min(area.width, area.height)
    return costOfPair
      * Double(
        EdgeJoining.nearMisses(of: cells.map(\.right), shortSide: shortSide)
          + EdgeJoining.nearMisses(of: cells.map(\.bottom), shortSide: shortSide))
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
  /// The spread above which differences count fully.
  private let threshold: Double
  private let smallnessWeight: Double
  /// Below this share of its part a photo is too small.
  private let tooSmall: Double
  /// Below this share of its part it is a sliver: with up to six photos, about 6 % of a canvas with
  /// gaps.
  private let sliver: Double

  /// - Parameter balance: 0 to 1.
  init(_ balance: Double, photos count: Int) {
    divergenceWeight = 0.1 * (1 - balance)
    spreadWeight = 0.5 * balance
    let more = max((Double(count) / Double(Self.fewPhotos)).logarithm, 0)
    threshold = (2.6 - 0.3 * more) * (1 - balance)
    smallnessWeight = 1.2 * balance
    tooSmall = 0.1 * Double(min(count, 4))
    sliver = 0.07 * Double(min(count, Self.fewPhotos))
  }

  func penalty(_ sizes: Sizes) -> Double {
    divergenceWeight * sizes.divergence + spreadWeight
      * (Self.shareBelowThreshold * sizes.spread + max(sizes.spread - threshold, 0))
      + smallnessWeight * max(tooSmall.logarithm - sizes.smallest, 0)
      + 2 * smallnessWeight * max(sliver.logarithm - sizes.smallest, 0)
  }

  /// For a canvas of any proportions, where nothing is cropped and only an unusual shape of the
  /// canvas counts as well.
  func penaltyWithoutCrop(_ sizes: Sizes) -> Double {
    divergenceWeight * sizes.divergence + spreadWeight * sizes.spread / 2
  }
}
