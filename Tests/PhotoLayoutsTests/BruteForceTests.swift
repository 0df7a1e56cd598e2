import Glibc
import Imaging
import TestSupport
import Testing

@testable import PhotoLayouts

/// The mosaic against an independent search: every way to put brackets and cuts, laid out in
/// floating point.
@Suite struct BruteForceTests {
  private struct Box {
    var x: Double, y: Double, width: Double, height: Double
  }

  private indirect enum Cut: Hashable {
    case photo(Int)
    case across([Cut])
    case down([Cut])

    func ratio(_ shapes: [PhotoShape]) -> Double {
      switch self {
      case .photo(let photo): shapes[photo].ratio
      case .across(let parts): parts.map { $0.ratio(shapes) }.reduce(0, +)
      case .down(let parts): 1 / parts.map { 1 / $0.ratio(shapes) }.reduce(0, +)
      }
    }

    func boxes(in box: Box, _ shapes: [PhotoShape]) -> [(Int, Box)] {
      switch self {
      case .photo(let photo): return [(photo, box)]
      case .across(let parts):
        var x = box.x
        return parts.flatMap { part in
          let width = box.width * part.ratio(shapes) / ratio(shapes)
          defer { x += width }
          return part.boxes(in: Box(x: x, y: box.y, width: width, height: box.height), shapes)
        }
      case .down(let parts):
        var y = box.y
        return parts.flatMap { part in
          let height = box.height * ratio(shapes) / part.ratio(shapes)
          defer { y += height }
          return part.boxes(in: Box(x: box.x, y: y, width: box.width, height: height), shapes)
        }
      }
    }
  }

  /// All cuts of some photos whose outermost direction is not the given one.
  private static func cuts(_ photos: [Int], excluding direction: Bool?, free: Bool) -> Set<Cut> {
    if photos.count == 1 { return [.photo(photos[0])] }
    var all: Set<Cut> = []
    for isAcross in [true, false] where isAcross != direction {
      for parts in partitions(photos, free: free) {
        var choices: [[Cut]] = [[]]
        for part in parts {
          let cuts = cuts(part, excluding: isAcross, free: free)
          choices = choices.flatMap { choice in cuts.map { choice + [$0] } }
        }
        for choice in choices { all.insert(isAcross ? .across(choice) : .down(choice)) }
      }
    }
    return all
  }

  /// The same of all photos, of which one that should be by far the largest may stand anywhere.
  private static func cuts(of shapes: [PhotoShape], free: Bool) -> Set<Cut> {
    let photos = Array(shapes.indices)
    let inOrder = cuts(photos, excluding: nil, free: free)
    guard !free, let leader = leader(of: shapes) else { return inOrder }
    return photos.reduce(into: inOrder) { all, place in
      var moved = photos.filter { $0 != leader }
      moved.insert(leader, at: place)
      all.formUnion(cuts(moved, excluding: nil, free: false))
    }
  }

  private static func leader(of shapes: [PhotoShape]) -> Int? {
    let sorted = shapes.indices.sorted { shapes[$0].weight > shapes[$1].weight }
    guard sorted.count > 1, shapes[sorted[0]].weight >= 1.5 * shapes[sorted[1]].weight else {
      return nil
    }
    return sorted[0]
  }

  /// All ways to split photos into two parts or more: runs, or any sets.
  private static func partitions(_ photos: [Int], free: Bool) -> [[[Int]]] {
    func split(_ photos: ArraySlice<Int>) -> [[[Int]]] {
      guard let photo = photos.first else { return [[]] }
      return split(photos.dropFirst()).flatMap { rest -> [[[Int]]] in
        let alone = [[[photo]] + rest]
        if free {
          return alone
            + rest.indices.map { index in
              var joined = rest
              joined[index] = [photo] + joined[index]
              return joined
            }
        }
        guard let next = rest.first else { return alone }
        return alone + [[[photo] + next] + rest.dropFirst()]
      }
    }
    return split(photos[...]).filter { $0.count > 1 }
  }

  /// At a balance of 0: crop, and what unlike sizes, a ribbon, another order and edges that nearly
  /// meet cost. Nothing is moved there so that edges meet.
  private static func badness(
    _ cut: Cut, _ shapes: [PhotoShape], _ canvas: PixelSize?, order: PhotoOrder = .kept
  ) -> Double {
    let ratio = cut.ratio(shapes)
    let areas = cut.boxes(in: Box(x: 0, y: 0, width: ratio, height: 1), shapes)
    let whole = shapes.map(\.weight).reduce(0, +)
    let divergence = areas.map { photo, box in
      let wanted = shapes[photo].weight / whole
      return wanted * log(wanted / (box.width * box.height / ratio))
    }.reduce(0, +)
    let wanted = canvas.map { Double($0.width) / Double($0.height) } ?? ratio
    let places =
      orderCost(areas, shapes, order, slack: (across: 0.04 * ratio / wanted, down: 0.04))
      + edgeCost(areas.map(\.1), width: ratio, across: wanted / ratio, side: min(wanted, 1))
    guard canvas != nil else {
      let excess = max(log(ratio / 2.3), log(0.5 / ratio), 0)
      return 0.1 * divergence + 0.1 * pow(log(ratio / 1.48), 2) + (excess > 0 ? 1 + excess : 0)
        + places
    }
    let crop = 1 - min(ratio / wanted, wanted / ratio)
    return crop + 0.3 * max(crop - 0.08, 0) + 0.1 * divergence + places
  }

  private static func areAlike(_ shapes: [PhotoShape]) -> Bool {
    let ratios = shapes.map(\.ratio)
    return ratios.max()! < 1.18 * ratios.min()!
  }

  /// What it costs that a later photo lies wholly above an earlier one, or beside it on its left.
  private static func orderCost(
    _ areas: [(Int, Box)], _ shapes: [PhotoShape], _ order: PhotoOrder,
    slack: (across: Double, down: Double)
  ) -> Double {
    guard order == .kept, shapes.count > 1 else { return 0 }
    let boxes = areas.sorted { $0.0 < $1.0 }.map(\.1)
    var inversions = 0.0
    for (place, later) in boxes.enumerated() {
      for earlier in boxes[..<place] {
        let isAbove = later.y + later.height <= earlier.y + slack.down
        let isBeside =
          later.x + later.width <= earlier.x + slack.across
          && later.y + slack.down < earlier.y + earlier.height
          && earlier.y + slack.down < later.y + later.height
        if isAbove || isBeside { inversions += 1 }
      }
    }
    guard inversions > 0 else { return 0 }
    let pairs = Double(shapes.count * (shapes.count - 1) / 2)
    return inversions * (areAlike(shapes) ? 10 : 0.3 / pairs)
  }

  /// What it costs that left or upper edges nearly meet.
  private static func edgeCost(
    _ boxes: [Box], width: Double, across: Double, side: Double
  ) -> Double {
    let starts = [boxes.map { $0.x * across } + [width * across], boxes.map(\.y) + [1]]
    let misses = starts.map { starts in
      let sorted = starts.sorted()
      return zip(sorted, sorted.dropFirst()).count { (0.003...0.07).contains(($1 - $0) / side) }
    }
    return 0.02 * Double(misses.reduce(0, +))
  }

  private static func cut(_ tree: SlicingTree) -> Cut {
    switch tree {
    case .photo(let photo, _): .photo(photo)
    case .across(let parts): .across(parts.map(cut))
    case .down(let parts): .down(parts.map(cut))
    }
  }

  @Test(arguments: [(PhotoOrder.kept, [1, 2, 6, 22, 90, 394]), (.free, [1, 2, 8, 52, 472, 5504])])
  func `as many trees are considered as there are`(order: PhotoOrder, counts: [Int]) {
    for (index, count) in counts.enumerated() {
      var dice = Dice(10)
      let choice = LayoutChoice(
        LayoutRequest(PhotoShape.common(index + 1, &dice)) { $0.order = order })
      #expect(choice.considered == count && choice.count == count)
      if order == .kept || index < 5 {
        #expect(Self.cuts(Array(0...index), excluding: nil, free: order == .free).count == count)
      }
    }
  }

  @Test(arguments: [PhotoOrder.kept, .free], [nil] + PixelSize.commonCanvases)
  func `up to six photos the mosaic is as good as the best of all trees`(
    order: PhotoOrder, canvas: PixelSize?
  ) throws {
    var dice = Dice(11)
    for count in 1...(order == .kept ? 6 : 4) {
      for shapes in Self.sets(of: count, &dice) {
        let cuts = Self.cuts(of: shapes, free: order == .free)
        let request = Self.request(shapes, order, balance: 0, canvas)
        let tree = try #require(LayoutChoice(request)[0]?.tree)
        func badness(_ cut: Cut) -> Double { Self.badness(cut, shapes, canvas, order: order) }
        #expect(abs(badness(Self.cut(tree)) - cuts.map(badness).min()!) < 1e-8)
      }
    }
  }

  @Test(arguments: [0.5, 1])
  func `with aligned edges, too, no tree costs less than the one that was chosen`(
    balance: Double
  ) throws {
    var dice = Dice(14)
    for canvas in [nil] + PixelSize.commonCanvases {
      for count in 2...6 {
        for shapes in Self.sets(of: count, &dice) {
          let cuts = Self.cuts(of: shapes, free: false)
          let request = Self.request(shapes, .kept, balance: balance, canvas)
          let spacing = LayoutSpacing(request, shortSide: 1000)
          let scorer = TreeScorer(shapes, request, spacing)
          var arena = TreeArena(shapes)
          var bench = TreeBench(TreeFitter(shapes, spacing), scorer.alignment)
          func cost(_ cut: Cut) -> Double {
            let root = arena.insert(Self.tree(cut))
            return scorer.cost(of: root, of: arena, on: &bench).cost
          }
          let chosen = try #require(LayoutChoice(request)[0]?.tree)
          #expect(cost(Self.cut(chosen)) <= cuts.map(cost).min()! + 1e-8)
        }
      }
    }
  }

  private static func sets(of count: Int, _ dice: inout Dice) -> [[PhotoShape]] {
    (0..<6).map { round in
      var shapes = round < 4 ? PhotoShape.common(count, &dice) : PhotoShape.wild(count, &dice)
      if round % 2 == 1 {
        // Two photos with weights are cropped for them.
        for index in shapes.indices where count > 2 {
          shapes[index].weight = .random(in: 0.5...3, using: &dice)
        }
      }
      return shapes
    }
  }

  private static func request(
    _ shapes: [PhotoShape], _ order: PhotoOrder, balance: Double, _ canvas: PixelSize?
  ) -> LayoutRequest {
    LayoutRequest(shapes) {
      $0.order = order
      $0.balance = balance
      $0.canvas = canvas.map(Canvas.pixels) ?? .auto
      $0.longSide = 100_000
    }
  }

  private static func tree(_ cut: Cut) -> SlicingTree {
    switch cut {
    case .photo(let photo): .photo(photo)
    case .across(let parts): .across(parts.map(tree))
    case .down(let parts): .down(parts.map(tree))
    }
  }

  @Test func `the ranks go from good to bad, but layouts that look like earlier ones come later`()
    throws
  {
    var dice = Dice(12)
    let shapes = PhotoShape.common(5, &dice)
    let canvas = PixelSize(width: 1200, height: 900)
    let choice = LayoutChoice(Self.request(shapes, .kept, balance: 0, canvas))
    let layouts = (0..<choice.count).compactMap { choice[$0] }
    let ranks = layouts.map { Self.badness(Self.cut($0.tree!), shapes, canvas) }
    #expect(Set(layouts.map(\.tree)).count == 90 && ranks[0] == ranks.min())
    // The first ones are unlike each other.
    let repeated = layouts.indices.first { place in
      layouts[..<place].contains { layouts[place].looksLike($0) }
    }
    let distinct = try #require(repeated)
    #expect(distinct >= 6)
    #expect(zip(ranks[..<distinct], ranks[1..<distinct]).allSatisfy { $0 <= $1 + 1e-8 })
  }

  @Test func `the programme for many photos is nearly as good as looking at every tree`() throws {
    var dice = Dice(13)
    var losses: [Double] = []
    for _ in 0..<10 {
      for canvas in PixelSize.commonCanvases {
        let shapes = PhotoShape.common(6, &dice)
        let best = Self.cuts(Array(0..<6), excluding: nil, free: false).map {
          Self.badness($0, shapes, canvas)
        }.min()!
        var arena = TreeArena(shapes)
        let roots = try SlicingTreeSolver.roots(of: Array(0..<6), in: &arena).roots
        let found = roots.map { Self.badness(Self.cut(arena.tree($0)), shapes, canvas) }.min()!
        losses.append(found - best)
      }
    }
    #expect(losses.min()! > -1e-9)
    #expect(losses.reduce(0, +) / Double(losses.count) < 0.01)
  }
}
