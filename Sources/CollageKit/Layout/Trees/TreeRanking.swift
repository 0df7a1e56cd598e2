internal import PhotoCodecs

/// Trees, sorted by how well they fit a canvas, the best first.
struct TreeRanking: Sendable {
  /// The weight of unevenness, compared with crop.
  private static let evennessWeight = 0.1
  /// The ratio that an automatic canvas should be close to: 16:10.
  static let pleasantRatio = 1.6
  /// How many trees of a solver are fitted exactly, where gaps or photos that must stay whole require it.
  private static let shortlist = 64

  private let search: TreeSearch
  private let request: LayoutRequest
  private let spacing: LayoutSpacing
  /// The best first.
  private let roots: [Int32]

  /// - Parameter isCancelled: called for every tree that is fitted; once it returns true, the order is arbitrary.
  init(
    _ search: TreeSearch, for request: LayoutRequest, _ spacing: LayoutSpacing, isCancelled: () -> Bool = { false }
  ) {
    self.search = search
    self.request = request
    self.spacing = spacing
    let scorer = Scorer(search.shapes, request, spacing)
    var roots = search.roots
    if roots.count > 1, !isCancelled() {
      roots = Self.sorted(roots, of: search.arena) { scorer.score($0, of: search.arena) }
      if !scorer.isExact {
        var fitter = TreeFitter(search.shapes, gap: spacing.gap)
        let few = request.shapes.count <= TreeEnumeration.maxPhotos ? roots[...] : roots.prefix(Self.shortlist)
        roots = Self.sorted(Array(few), of: search.arena) {
          isCancelled() ? .infinity : scorer.score($0, of: search.arena, fittedBy: &fitter)
        }
      }
    }
    self.roots = roots
  }

  /// Sorted by a score that is rounded a little, so that floating-point differences between compilers don't decide
  /// between equally good trees; among those the simplest comes first.
  private static func sorted(_ roots: [Int32], of arena: TreeArena, by score: (Int32) -> Double) -> [Int32] {
    roots.enumerated()
      .map { (key: ((score($1) * 1e9).rounded(), arena.nodes[Int($1)].lines, $0), root: $1) }
      .sorted { $0.key < $1.key }
      .map(\.root)
  }

  var count: Int { roots.count }

  /// Nil when a photo would have no pixel.
  func layout(_ rank: Int) -> CollageLayout? {
    var fitter = TreeFitter(search.shapes, gap: spacing.gap)
    fitter.load(roots[rank], of: search.arena)
    let canvas: PixelSize
    if let size = request.options.canvasSize {
      canvas = size
    } else {
      let longSide = request.options.longSide
      guard longSide > 2 * spacing.inset, fitter.line.height(Double(longSide - 2 * spacing.inset)) > 0 else {
        return nil
      }
      canvas = LayoutRequest.canvas(longSide: longSide, around: fitter.line, spacing)
    }
    let area = request.area(of: canvas, spacing)
    guard area.width > 0, area.height > 0 else { return nil }
    var filled = TreeFitter.Cell(Double(area.width), Double(area.height), at: Double(area.x), Double(area.y))
    if fitter.stretch(toFill: filled.width, filled.height) == nil {
      fitter.stretch(by: 0)
      guard let inside = fitter.largest(inside: filled) else { return nil }
      filled = inside
    }
    guard let cells = fitter.cells(filling: filled) else { return nil }
    let places = cells.compactMap { $0.map { PixelRect($0.pixels) } }
    let frames = zip(request.shapes, places).map { $0.frame(in: $1) }
    guard frames.allSatisfy({ $0.isInside(canvas) }) else { return nil }
    let outside = area.size.pixels - PixelRect(filled.pixels).size.pixels
    let inside = zip(places, frames).map { $0.size.pixels - $1.size.pixels }.reduce(0, +)
    return CollageLayout(
      canvas: canvas, frames: frames, tree: search.arena.tree(roots[rank]).withRatios(of: search.shapes),
      emptyShare: Double(outside + inside) / Double(canvas.pixels))
  }

  /// Scores trees for a canvas; lower is better.
  private struct Scorer {
    private let shapes: [PhotoShape]
    private let spacing: LayoutSpacing
    private let options: LayoutOptions
    /// The sum over all weights of share * ln(share).
    private let ideal: Double
    private let weight: Double

    init(_ shapes: [PhotoShape], _ request: LayoutRequest, _ spacing: LayoutSpacing) {
      self.shapes = shapes
      self.spacing = spacing
      options = request.options
      weight = shapes.map(\.weight).reduce(0, +)
      let whole = weight
      ideal = shapes.map { $0.weight / whole * ($0.weight / whole).logarithm }.reduce(0, +)
    }

    /// Whether the score needs no fitting.
    var isExact: Bool {
      spacing.gap == 0 && (options.canvas == .auto || shapes.allSatisfy { $0.cropTolerance == 1 })
    }

    /// The score without gaps and with every photo croppable.
    func score(_ root: Int32, of arena: TreeArena) -> Double {
      let measure = arena.nodes[Int(root)].measure
      let uneven = ideal - measure.evennessAtArea / weight
      guard let size = options.canvasSize else { return Self.auto(measure.ratio, uneven) }
      let wanted = Double(max(size.width - 2 * spacing.inset, 1)) / Double(max(size.height - 2 * spacing.inset, 1))
      return 1 - min(measure.ratio / wanted, wanted / measure.ratio) + evennessWeight * uneven
    }

    /// The exact score. Trees that can't fill the canvas come last, sorted by how much they leave empty.
    func score(_ root: Int32, of arena: TreeArena, fittedBy fitter: inout TreeFitter) -> Double {
      fitter.load(root, of: arena)
      guard let size = options.canvasSize else {
        let maxLength = Double(options.longSide - 2 * spacing.inset)
        let height = min(fitter.line.height(maxLength), maxLength)
        guard let uneven = uneven(fitter, .init(fitter.line.width(height), height)) else { return .infinity }
        return Self.auto(fitter.line.width(height) / height, uneven)
      }
      let area = TreeFitter.Cell(Double(size.width - 2 * spacing.inset), Double(size.height - 2 * spacing.inset))
      guard area.width > 0, area.height > 0 else { return .infinity }
      if let amount = fitter.stretch(toFill: area.width, area.height), let uneven = uneven(fitter, area) {
        let crops = shapes.map { 1 - (-abs(amount) * $0.cropTolerance).exponential }
        return crops.reduce(0, +) / Double(crops.count) + evennessWeight * uneven
      }
      fitter.stretch(by: 0)
      guard let inside = fitter.largest(inside: area), let uneven = uneven(fitter, inside) else { return .infinity }
      return 1 + (1 - inside.area / area.area) + evennessWeight * uneven
    }

    private static func auto(_ ratio: Double, _ uneven: Double) -> Double {
      let strangeness = (ratio / pleasantRatio).logarithm
      return evennessWeight * (uneven + strangeness * strangeness)
    }

    /// The divergence of the photos' areas from their weights; nil when the tree can't be laid out.
    private func uneven(_ fitter: TreeFitter, _ area: TreeFitter.Cell) -> Double? {
      guard let cells = fitter.cells(filling: area) else { return nil }
      let areas = cells.compactMap { $0?.area }
      let whole = areas.reduce(0, +)
      let logarithms = zip(shapes, areas).map { $0.weight * ($1 / whole).logarithm }.reduce(0, +)
      return logarithms.isFinite ? ideal - logarithms / weight : nil
    }
  }
}

extension TreeFitter {
  /// The largest area, centred in another, that the tree fills with its current stretch; nil when gaps leave nothing.
  func largest(inside area: Cell) -> Cell? {
    let height = min(line.height(area.width), area.height)
    let width = line.width(height)
    guard width > 0, height > 0 else { return nil }
    return Cell(
      width, height, at: area.left + (area.width - width) / 2, area.top + (area.height - height) / 2)
  }
}
