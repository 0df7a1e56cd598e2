internal import Imaging

/// Trees, sorted by how well they fit a canvas, the best first.
struct TreeRanking: Sendable {
  /// How many trees of each group are fitted exactly if there are too many to fit all.
  private static let shortlist = 64

  private let search: TreeSearch
  private let request: LayoutRequest
  private let spacing: LayoutSpacing
  /// The best first.
  private var roots: [Int32]

  /// - Parameters:
  ///   - threads: how many may fit trees at once.
  ///   - isCancelled: called for every tree that is fitted, on any of them.
  init(
    _ search: TreeSearch, for request: LayoutRequest, _ spacing: LayoutSpacing, threads: Int,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(LayoutCancelled) {
    self.search = search
    self.request = request
    self.spacing = spacing
    let scorer = TreeScorer(search.shapes, request, spacing)
    var roots = search.groups.flatMap(\.self)
    if roots.count > 1 {
      if isCancelled() { throw LayoutCancelled() }
      if request.shapes.count > TreeEnumeration.maxPhotos {
        roots = search.groups.flatMap { group in
          let estimates = group.map { scorer.estimate($0, of: search.arena) }
          return Self.sorted(group, of: search.arena, by: estimates).prefix(Self.shortlist)
        }
      }
      let costs = try TreeCosts(search, scorer, spacing, isCancelled: isCancelled)
        .costs(of: roots, threads: threads)
      roots = Self.sorted(roots, of: search.arena, by: costs)
    }
    self.roots = roots
    if request.text != nil, request.options.balance > 0 { preferAlignedOnes() }
  }

  /// How many of the best layouts are looked at for edges that nearly meet once they have room for
  /// their texts.
  private static let lettered = 48

  /// Moves layouts in which edges nearly meet behind the others: texts may need more lines than the
  /// search has counted with.
  private mutating func preferAlignedOnes() {
    let count = min(roots.count, Self.lettered)
    guard count > 1, !isAligned(roots[0]) else { return }
    let aligned = roots.prefix(count).map(isAligned)
    let sorted = zip(roots, aligned).filter(\.1) + zip(roots, aligned).filter { !$0.1 }
    roots.replaceSubrange(..<count, with: sorted.map(\.0))
  }

  private func isAligned(_ root: Int32) -> Bool {
    layout(of: root).map { $0.slips == 0 } ?? false
  }

  /// Sorts by a slightly rounded score, so that floating-point differences between compilers don't
  /// decide between equally good trees. Of equals the simplest comes first.
  private static func sorted(
    _ roots: [Int32], of arena: TreeArena, by scores: [Double]
  ) -> [Int32] {
    let rounded = scores.map { ($0 * 1e9).rounded() }
    return roots.enumerated()
      .map { (key: (rounded[$0], arena.nodes[Int($1)].lines, $0), root: $1) }
      .sorted { $0.key < $1.key }
      .map(\.root)
  }

  var count: Int { roots.count }

  /// The canvas of the best layout, in its largest size.
  var largestCanvas: PixelSize? {
    request.lettered(spacing) { layout(of: roots[0], $0, $1) }?.canvas
  }

  /// The layouts of these ranks, from 0 for the best. Layouts that look like an earlier one, or
  /// like its mirror image, come after all others. Nil if a photo would be empty.
  ///
  /// - Cost: fitting one tree for rank 0; about a millisecond for the others.
  func layouts(_ ranks: Range<Int>) -> [CollageLayout?] {
    guard ranks.upperBound > 1 else { return ranks.map { layout(of: roots[$0]) } }
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
    let sorted = offered + twins + roots.dropFirst(count)
    return ranks.map { layout(of: sorted[$0]) }
  }

  private func layout(of root: Int32) -> CollageLayout? {
    request.layout(spacing) { layout(of: root, $0, $1) }
  }

  private func layout(
    of root: Int32, _ request: LayoutRequest, _ spacing: LayoutSpacing
  ) -> CollageLayout? {
    let scorer = TreeScorer(search.shapes, request, spacing)
    var bench = TreeBench(TreeFitter(search.shapes, spacing), scorer.alignment)
    scorer.load(root, of: search.arena, on: &bench)
    let canvas: PixelSize
    if let size = request.options.canvasSize {
      canvas = size
    } else {
      let longSide = request.options.longestSide
      let (width, height) = (longSide - spacing.around.width, longSide - spacing.around.height)
      guard width > 0, height > 0, bench.fitter.line.height(Double(width)) > 0 else { return nil }
      canvas = LayoutRequest.canvas(longSide: longSide, around: bench.fitter.line, spacing)
    }
    let area = request.area(of: canvas, spacing)
    guard area.width > 0, area.height > 0 else { return nil }
    var filled = TreeFitter.Cell(
      Double(area.width), Double(area.height), at: Double(area.x), Double(area.y))
    if bench.fitter.stretch(toFill: filled.width, filled.height) == nil {
      bench.fitter.stretch(by: 0)
      guard let inside = bench.fitter.largest(inside: filled) else { return nil }
      filled = inside
    }
    guard bench.fill(filled) else { return nil }
    let uncut = bench.cuts.positions
    scorer.align(&bench)
    let places = search.shapes.indices.map(bench.cuts.pixels)
    let isDrawnAsItIs = bench.cuts.positions == uncut && !bench.fitter.isReshaped
    let ratios = isDrawnAsItIs ? search.shapes.map(\.ratio) : places.map(\.ratio)
    let frames = zip(request.shapes, places).map { $0.frame(in: $1) }
    guard frames.allSatisfy({ $0.bounds.isInside(canvas) }) else { return nil }
    let outside = area.size.pixels - filled.pixels.size.pixels
    let inside = zip(places, frames).map { $0.size.pixels - $1.size.pixels }.reduce(0, +)
    return CollageLayout(
      canvas: canvas, frames: frames, tree: search.arena.tree(root).with(ratios: ratios),
      emptyShare: Double(outside + inside) / Double(canvas.pixels), room: spacing.room)
  }
}

extension PixelRect {
  /// Width over height.
  var ratio: Double { Double(width) / Double(height) }
}

extension TreeFitter.Cell {
  fileprivate var pixels: PixelRect {
    let (x, y) = (Int(left.rounded()), Int(top.rounded()))
    return PixelRect(
      x: x, y: y, width: Int(right.rounded()) - x, height: Int(bottom.rounded()) - y)
  }
}

extension TreeFitter {
  init(_ shapes: [PhotoShape], _ spacing: LayoutSpacing) {
    self.init(shapes, gap: spacing.gap, strips: spacing.strips(shapes.count))
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
