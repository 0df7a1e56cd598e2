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

  /// Crop, and what unlike sizes, a ribbon, another order and edges that nearly meet cost.
  private static func badness(
    _ cut: Cut, _ shapes: [PhotoShape], _ canvas: PixelSize?,
    balance: Double = LayoutOptions().balance, order: PhotoOrder = .kept
  ) -> Double {
    let ratio = cut.ratio(shapes)
    let areas = cut.boxes(in: Box(x: 0, y: 0, width: ratio, height: 1), shapes)
    let whole = shapes.map(\.weight).reduce(0, +)
    let divergence = areas.map { photo, box in
      let wanted = shapes[photo].weight / whole
      return wanted * log(wanted / (box.width * box.height / ratio))
    }.reduce(0, +)
    let relative = areas.map { photo, box in log(box.width * box.height / shapes[photo].weight) }
    let spread = relative.max()! - relative.min()!
    let places =
      orderCost(areas, shapes, order)
      + edgeCost(areas.map(\.1), width: ratio, canvas.map { Double($0.width) / Double($0.height) })
    guard let canvas else {
      let excess = max(log(ratio / 2.3), log(0.5 / ratio), 0)
      return 0.1 * (1 - balance) * divergence + 0.1 * pow(log(ratio / 1.6), 2)
        + 0.5 * balance * spread / 2 + (excess > 0 ? 1 + excess : 0) + places
    }
    let wanted = Double(canvas.width) / Double(canvas.height)
    let smallest = relative.min()! - log(ratio) + log(whole)
    let threshold = (2.6 - 0.3 * max(log(Double(shapes.count) / 6), 0)) * (1 - balance)
    return 1 - min(ratio / wanted, wanted / ratio) + 0.1 * (1 - balance) * divergence
      + 0.5 * balance * (0.1 * spread + max(spread - threshold, 0))
      + 1.2 * balance * max(log(0.4) - smallest, 0) + places
  }

  /// What it costs that a later photo lies wholly above an earlier one, or beside it on its left.
  private static func orderCost(
    _ areas: [(Int, Box)], _ shapes: [PhotoShape], _ order: PhotoOrder
  ) -> Double {
    guard order == .kept, shapes.count > 1 else { return 0 }
    let boxes = areas.sorted { $0.0 < $1.0 }.map(\.1)
    var inversions = 0.0
    for (place, later) in boxes.enumerated() {
      for earlier in boxes[..<place] {
        let slack = 1e-9
        let isAbove = later.y + later.height <= earlier.y + slack
        let isBeside =
          later.x + later.width <= earlier.x + slack && later.y + slack < earlier.y + earlier.height
          && earlier.y + slack < later.y + later.height
        if isAbove || isBeside { inversions += 1 }
      }
    }
    let ratios = shapes.map(\.ratio)
    let areAlike = ratios.max()! < 1.1 * ratios.min()!
    return inversions * (areAlike ? 10 : 0.3 / Double(shapes.count * (shapes.count - 1) / 2))
  }

  /// What it costs that edges nearly meet, on a canvas of these proportions, or on a free one.
  private static func edgeCost(_ boxes: [Box], width: Double, _ wanted: Double?) -> Double {
    let (across, down) = ((wanted ?? width) / width, 1.0)
    let side = min(width * across, down)
    let ends = [boxes.map { ($0.x + $0.width) * across }, boxes.map { $0.y + $0.height }]
    let misses = ends.map { ends in
      let sorted = ends.sorted()
      return zip(sorted, sorted.dropFirst()).count { (0.003...0.03).contains(($1 - $0) / side) }
    }
    return Double(misses.reduce(0, +)) * (wanted == nil ? 0.2 : 0.02)
      * min(6 / Double(boxes.count), 1)
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

  @Test(
    arguments: [(PhotoOrder.kept, 0.5), (.kept, 0), (.kept, 1), (.free, 0.5)],
    [nil] + PixelSize.commonCanvases)
  func `up to six photos the mosaic is as good as the best of all trees`(
    settings: (order: PhotoOrder, balance: Double), canvas: PixelSize?
  ) throws {
    let (order, balance) = settings
    var dice = Dice(11)
    for count in 1...(order == .kept ? 6 : 4) {
      let cuts = Self.cuts(Array(0..<count), excluding: nil, free: order == .free)
      for round in 0..<6 {
        var shapes = round < 4 ? PhotoShape.common(count, &dice) : PhotoShape.wild(count, &dice)
        if round % 2 == 1 {
          // Two photos with weights are cropped for them.
          for index in shapes.indices where count > 2 {
            shapes[index].weight = .random(in: 0.5...3, using: &dice)
          }
        }
        let request = LayoutRequest(shapes) {
          $0.order = order
          $0.balance = balance
          $0.canvas = canvas.map(Canvas.pixels) ?? .auto
          $0.longSide = 100_000
        }
        let tree = try #require(LayoutChoice(request)[0]?.tree)
        func badness(_ cut: Cut) -> Double {
          Self.badness(cut, shapes, canvas, balance: balance, order: order)
        }
        #expect(abs(badness(Self.cut(tree)) - cuts.map(badness).min()!) < 1e-8)
      }
    }
  }

  @Test func `the ranks go from good to bad, but layouts that look like earlier ones come later`()
    throws
  {
    var dice = Dice(12)
    let shapes = PhotoShape.common(5, &dice)
    let canvas = PixelSize(width: 1200, height: 900)
    let choice = LayoutChoice(LayoutRequest(shapes) { $0.canvas = .pixels(canvas) })
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
