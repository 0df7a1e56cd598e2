internal import Imaging

/// Trees, sorted by how well they fit a canvas, the best first.
struct TreeRanking: Sendable {
  /// The ratio that an automatic canvas should be close to: 16:10.
  static let pleasantRatio = 1.6
  /// How many trees of a solver are fitted exactly, where gaps or photos that must stay whole
  /// require it.
  private static let shortlist = 64

  private let search: TreeSearch
  private let request: LayoutRequest
  private let spacing: LayoutSpacing
  /// The best first.
  private let roots: [Int32]

  /// - Parameter isCancelled: called for every tree that is fitted.
  init(
    _ search: TreeSearch, for request: LayoutRequest, _ spacing: LayoutSpacing,
    isCancelled: () -> Bool
  ) throws(LayoutCancelled) {
    self.search = search
    self.request = request
    self.spacing = spacing
    let scorer = Scorer(search.shapes, request, spacing)
    var roots = search.roots
    if roots.count > 1 {
      if isCancelled() { throw LayoutCancelled() }
      roots = Self.sorted(roots, of: search.arena) { scorer.score($0, of: search.arena) }
      if !scorer.isExact {
        var fitter = TreeFitter(search.shapes, spacing)
        let few =
          request.shapes.count <= TreeEnumeration.maxPhotos
          ? roots[...] : roots.prefix(Self.shortlist)
        roots = try Self.sorted(Array(few), of: search.arena) { root throws(LayoutCancelled) in
          if isCancelled() { throw LayoutCancelled() }
          return scorer.score(root, of: search.arena, fittedBy: &fitter)
        }
      }
    }
    self.roots = roots
  }

  /// Sorts by a slightly rounded score, so that floating-point differences between compilers don't
  /// decide between equally good trees. Of equals the simplest comes first.
  private static func sorted<Failure>(
    _ roots: [Int32], of arena: TreeArena, by score: (Int32) throws(Failure) -> Double
  ) throws(Failure) -> [Int32] {
    let scores = try roots.map { root throws(Failure) in try (score(root) * 1e9).rounded() }
    return roots.enumerated()
      .map { (key: (scores[$0], arena.nodes[Int($1)].lines, $0), root: $1) }
      .sorted { $0.key < $1.key }
      .map(\.root)
  }

  var count: Int { roots.count }

  /// The layout of this rank, from 0 for the best. Layouts that look like an earlier one, or like
  /// its mirror image, come after all others. Nil if a photo would be empty.
  ///
  /// - Cost: fitting one tree for rank 0; about a millisecond for the others.
  func layout(_ rank: Int) -> CollageLayout? {
    guard rank > 0 else { return layout(of: roots[0]) }
    // As many as can be compared with one another in about a millisecond.
    let count = min(max(2048 / request.shapes.count, 4), 64)
    var distinct: [CollageLayout] = []
    var (offered, twins): ([Int32], [Int32]) = ([], [])
    for root in roots.prefix(count) {
      guard let layout = layout(of: root), !distinct.contains(where: layout.looksLike) else {
        twins.append(root)
        continue
      }
      distinct.append(layout)
      offered.append(root)
    }
    return layout(of: rank < count ? (offered + twins)[rank] : roots[rank])
  }

  private func layout(of root: Int32) -> CollageLayout? {
    request.layout(spacing) { layout(of: root, $0) }
  }

  private func layout(of root: Int32, _ spacing: LayoutSpacing) -> CollageLayout? {
    var fitter = TreeFitter(search.shapes, spacing)
    fitter.load(root, of: search.arena)
    let canvas: PixelSize
    if let size = request.options.canvasSize {
      canvas = size
    } else {
      let longSide = request.options.longSide
      let (width, height) = (longSide - spacing.around.width, longSide - spacing.around.height)
      guard width > 0, height > 0, fitter.line.height(Double(width)) > 0 else { return nil }
      canvas = LayoutRequest.canvas(longSide: longSide, around: fitter.line, spacing)
    }
    let area = request.area(of: canvas, spacing)
    guard area.width > 0, area.height > 0 else { return nil }
    var filled = TreeFitter.Cell(
      Double(area.width), Double(area.height), at: Double(area.x), Double(area.y))
    if fitter.stretch(toFill: filled.width, filled.height) == nil {
      fitter.stretch(by: 0)
      guard let inside = fitter.largest(inside: filled) else { return nil }
      filled = inside
    }
    guard let cells = fitter.cells(filling: filled) else { return nil }
    let places = cells.compactMap { $0.map { PixelRect($0.pixels) } }
    let frames = zip(request.shapes, places).map { $0.frame(in: $1) }
    guard frames.allSatisfy({ $0.bounds.isInside(canvas) }) else { return nil }
    let outside = area.size.pixels - PixelRect(filled.pixels).size.pixels
    let inside = zip(places, frames).map { $0.size.pixels - $1.size.pixels }.reduce(0, +)
    return CollageLayout(
      canvas: canvas, frames: frames, tree: search.arena.tree(root).withRatios(of: search.shapes),
      emptyShare: Double(outside + inside) / Double(canvas.pixels), room: spacing.room)
  }

  /// Scores trees for a canvas; lower is better.
  private struct Scorer {
    private let shapes: [PhotoShape]
    private let spacing: LayoutSpacing
    private let request: LayoutRequest
    private var options: LayoutOptions { request.options }
    /// The sum over all weights of share * ln(share).
    private let ideal: Double
    private let weight: Double
    private let balance: Balance

    init(_ shapes: [PhotoShape], _ request: LayoutRequest, _ spacing: LayoutSpacing) {
      self.shapes = shapes
      self.spacing = spacing
      self.request = request
      balance = Balance(request.options.balance, photos: shapes.count)
      weight = shapes.map(\.weight).reduce(0, +)
      let whole = weight
      ideal = shapes.map { $0.weight / whole * ($0.weight / whole).logarithm }.reduce(0, +)
    }

    /// Whether the score needs no fitting.
    var isExact: Bool {
      spacing.gap == 0 && spacing.room == nil
        && (options.canvas == .auto || shapes.allSatisfy { $0.cropTolerance == 1 })
    }

    /// The score if there were no gaps and every photo could be cropped.
    func score(_ root: Int32, of arena: TreeArena) -> Double {
      let measure = arena.nodes[Int(root)].measure
      let sizes = Sizes(divergence: ideal - measure.evennessAtArea / weight, spread: measure.spread)
      guard let size = options.canvasSize else { return auto(measure.logarithm, sizes) }
      let room = request.area(of: size, spacing).size
      let wanted = Double(max(room.width, 1)) / Double(max(room.height, 1))
      return 1 - min(measure.ratio / wanted, wanted / measure.ratio) + balance.penalty(sizes)
    }

    /// The exact score. Trees that can't fill the canvas come last, sorted by how much they leave
    /// empty.
    func score(_ root: Int32, of arena: TreeArena, fittedBy fitter: inout TreeFitter) -> Double {
      fitter.load(root, of: arena)
      guard let size = options.canvasSize else {
        let (width, maxHeight) = (
          options.longSide - spacing.around.width, options.longSide - spacing.around.height
        )
        let height = min(fitter.line.height(Double(width)), Double(maxHeight))
        guard let sizes = sizes(fitter, .init(fitter.line.width(height), height)) else {
          return .infinity
        }
        return auto((fitter.line.width(height) / height).logarithm, sizes)
      }
      let room = request.area(of: size, spacing).size
      let area = TreeFitter.Cell(Double(room.width), Double(room.height))
      guard area.width > 0, area.height > 0 else { return .infinity }
      if let amount = fitter.stretch(toFill: area.width, area.height),
        let sizes = sizes(fitter, area)
      {
        let crops = shapes.map { 1 - (-abs(amount) * $0.cropTolerance).exponential }
        return crops.reduce(0, +) / Double(crops.count) + balance.penalty(sizes)
      }
      fitter.stretch(by: 0)
      guard let inside = fitter.largest(inside: area), let sizes = sizes(fitter, inside) else {
        return .infinity
      }
      return 1 + (1 - inside.area / area.area) + balance.penalty(sizes)
    }

    private func auto(_ logarithm: Double, _ sizes: Sizes) -> Double {
      let strangeness = logarithm - TreeRanking.pleasantRatio.logarithm
      return 0.1 * strangeness * strangeness + balance.penaltyWithoutCrop(sizes)
    }

    /// How the photos' areas differ from their weights; nil when the tree can't be laid out.
    private func sizes(_ fitter: TreeFitter, _ area: TreeFitter.Cell) -> Sizes? {
      guard let cells = fitter.cells(filling: area) else { return nil }
      let areas = cells.compactMap { $0?.area }
      let whole = areas.reduce(0, +)
      let logarithms = zip(shapes, areas).map { ($1 / whole).logarithm - $0.weight.logarithm }
      guard let least = logarithms.min(), let greatest = logarithms.max(), least.isFinite else {
        return nil
      }
      let sum = zip(shapes, areas).map { $0.weight * ($1 / whole).logarithm }.reduce(0, +)
      return Sizes(divergence: ideal - sum / weight, spread: greatest - least)
    }
  }
}

/// How uneven the photos' areas are, relative to their weights.
struct Sizes {
  /// The Kullback-Leibler divergence of the areas from the weights.
  let divergence: Double
  /// The logarithm of how many times larger the largest photo is than the smallest.
  let spread: Double
}

/// The penalty for uneven sizes, relative to the cropped share of a photo.
///
/// People notice at once that one photo is five times as large as another, and hardly notice that
/// three percent of it are cropped. So differences in size count little while they are small, and
/// ten times as much beyond a threshold: 4.5 times for six photos at a balance of one half. More
/// photos can be arranged in more ways, so the threshold falls with their number. At a balance of 0
/// only the divergence counts, a tenth as much as cropping. The numbers were found by comparing
/// pairs of collages, and by measuring sets of photos from phones and cameras
/// (`MosaicQualityTests`).
private struct Balance {
  private let divergenceWeight: Double
  private let spreadWeight: Double
  /// The spread above which differences count fully.
  private let threshold: Double

  /// - Parameter balance: 0 to 1.
  init(_ balance: Double, photos count: Int) {
    divergenceWeight = 0.1 * (1 - balance)
    spreadWeight = 0.4 * balance
    threshold = (3 - 0.3 * (Double(count) / 6).logarithm) * (1 - balance)
  }

  func penalty(_ sizes: Sizes) -> Double {
    divergenceWeight * sizes.divergence + spreadWeight
      * (0.1 * sizes.spread + max(sizes.spread - threshold, 0))
  }

  /// For a canvas of any proportions, where nothing is cropped and only an unusual shape of the
  /// canvas counts as well.
  func penaltyWithoutCrop(_ sizes: Sizes) -> Double {
    divergenceWeight * sizes.divergence + spreadWeight * sizes.spread / 2
  }
}

extension TreeFitter {
  init(_ shapes: [PhotoShape], _ spacing: LayoutSpacing) {
    self.init(shapes, gap: spacing.gap, strips: spacing.room?.strips ?? [])
  }

  /// The largest area, centred in another one, that the tree fills as it is stretched now; nil if
  /// gaps leave nothing.
  func largest(inside area: Cell) -> Cell? {
    let height = min(line.height(area.width), area.height)
    let width = line.width(height)
    guard width > 0, height > 0 else { return nil }
    return Cell(
      width, height, at: area.left + (area.width - width) / 2, area.top + (area.height - height) / 2
    )
  }
}
