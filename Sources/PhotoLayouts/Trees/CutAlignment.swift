/// Makes edges that nearly meet meet, or part: two cuts a few percent of the canvas apart look like
/// a mistake.
///
/// The cuts are moved as little as that needs, and only as far as no photo next to them is cropped
/// by more than it may be.
struct CutAlignment {
  /// Two edges nearly meet if their distance is in this range, in shares of the canvas's short
  /// side. Below it nobody sees it.
  static let visible = 0.003...0.07
  /// Up to this share nobody takes it for intended.
  static let slip = 0.03
  /// So far apart are edges that were made to part.
  private static let parted = 0.0735
  /// Edges that are farther apart than this are rather made to part than to meet.
  private static let nearlyParted = 0.054
  /// Of more photos less is cropped so that edges meet: they have so many edges that some always
  /// nearly meet.
  private static let fewPhotos = 8.0
  /// Of more, no photo is cropped so that edges meet.
  static let mostPhotos = 12
  /// For many photos distances count up to this.
  private static let leastNearby = 0.03

  private let shapes: [PhotoShape]
  /// The share of each photo that may be cropped; 0 for photos that stay whole.
  private let limits: [Double]
  /// In shares of the short side.
  private let nearby: Double
  private let parted: Double
  /// Of photos in the direction that is looked at: the least and the greatest width or height.
  private var least: [Double] = []
  private var greatest: [Double] = []
  /// The cuts in the order of their positions, and whether nothing helps between one and the next.
  private var sorted: [Int] = []
  private var settled: [Bool] = []

  /// - Parameter limit: the share of a photo that may be cropped so that edges meet.
  init(_ shapes: [PhotoShape], limit: Double) {
    self.shapes = shapes
    let scale = min(Self.fewPhotos / Double(shapes.count), 1)
    let most = shapes.count <= Self.mostPhotos ? limit * scale * scale : 0
    limits = shapes.map { most * $0.cropTolerance }
    nearby = max(Self.visible.upperBound * scale, Self.leastNearby)
    parted = nearby * Self.parted / Self.visible.upperBound
  }

  /// Whether any photo may be cropped.
  var canMove: Bool { limits.contains { $0 > 0 } }

  /// Moves cuts.
  ///
  /// - Parameters:
  ///   - shortSide: the canvas's.
  ///   - more: the share by which a photo may be cropped more than it is, where it is cropped.
  mutating func align(_ cuts: inout TreeCuts, shortSide: Double, more: Double) {
    guard canMove else { return }
    align(&cuts, .across, shortSide, more)
    align(&cuts, .down, shortSide, more)
  }

  private mutating func align(
    _ cuts: inout TreeCuts, _ kind: TreeArena.Kind, _ shortSide: Double, _ more: Double
  ) {
    let numbers = kind == .across ? cuts.across : cuts.down
    guard numbers.count > 1 else { return }
    sorted.removeAll(keepingCapacity: true)
    sorted.append(contentsOf: numbers)
    sorted.sort { (cuts.positions[$0], $0) < (cuts.positions[$1], $1) }
    settled.removeAll(keepingCapacity: true)
    for _ in 1..<sorted.count { settled.append(false) }
    var isMeasured = false
    while let place = nearest(cuts, shortSide) {
      if !isMeasured {
        measure(cuts, kind, more)
        isMeasured = true
      }
      let distance = cuts.positions[sorted[place + 1]] - cuts.positions[sorted[place]]
      let isDone =
        distance > Self.nearlyParted / Self.visible.upperBound * nearby * shortSide
        ? part(&cuts, kind, place, shortSide) || join(&cuts, kind, place)
        : join(&cuts, kind, place) || part(&cuts, kind, place, shortSide)
      settled[place] = true
      guard isDone else { continue }
      // Its neighbours have moved as well.
      if place > 0, isApart(cuts, place - 1) { settled[place - 1] = false }
      if place + 1 < settled.count, isApart(cuts, place + 1) { settled[place + 1] = false }
    }
  }

  private func isApart(_ cuts: TreeCuts, _ place: Int) -> Bool {
    cuts.positions[sorted[place + 1]] > cuts.positions[sorted[place]]
  }

  /// The place in the order of the cut that nearly meets the next one, and is nearest to it.
  private func nearest(_ cuts: TreeCuts, _ shortSide: Double) -> Int? {
    var (found, least): (Int?, Double) = (nil, nearby * shortSide)
    for place in settled.indices where !settled[place] {
      let distance = cuts.positions[sorted[place + 1]] - cuts.positions[sorted[place]]
      if distance > 0, distance < least { (found, least) = (place, distance) }
    }
    return found
  }

  /// Finds how wide or high each photo may become.
  private mutating func measure(_ cuts: TreeCuts, _ kind: TreeArena.Kind, _ more: Double) {
    least.removeAll(keepingCapacity: true)
    greatest.removeAll(keepingCapacity: true)
    for photo in shapes.indices {
      let (cell, shape) = (cuts.cell(photo), shapes[photo])
      let wanted = kind == .across ? cell.height * shape.ratio : cell.width / shape.ratio
      let size = kind == .across ? cell.width : cell.height
      let limit = limits[photo]
      guard limit > 0 else {
        least.append(size)
        greatest.append(size)
        continue
      }
      // What is cropped already may be cropped a little more, on the same sides.
      let less = min(1 - limit, size / wanted * (1 - more * limit))
      let greater = min(1 - limit, wanted / size * (1 - more * limit))
      least.append(min(wanted * (size < wanted ? less : 1 - limit), size))
      greatest.append(max(wanted / (size > wanted ? greater : 1 - limit), size))
    }
  }

  /// The run of cuts at the same position as the one at a place in the order.
  private func run(_ cuts: TreeCuts, at place: Int) -> ClosedRange<Int> {
    let position = cuts.positions[sorted[place]]
    var (first, last) = (place, place)
    while first > 0, cuts.positions[sorted[first - 1]] == position { first -= 1 }
    while last + 1 < sorted.count, cuts.positions[sorted[last + 1]] == position { last += 1 }
    return first...last
  }

  /// How far a run of cuts may be moved.
  private func room(
    _ cuts: TreeCuts, _ kind: TreeArena.Kind, _ run: ClosedRange<Int>
  ) -> (low: Double, high: Double) {
    var (low, high) = (-Double.infinity, Double.infinity)
    let gap = Double(cuts.gap)
    for photo in shapes.indices {
      let side = cuts.sides[photo]
      let (before, after) = kind == .across ? (side.left, side.right) : (side.top, side.bottom)
      for place in run {
        if after == sorted[place] {
          let begin =
            before >= 0
            ? cuts.positions[before] + gap : kind == .across ? cuts.area.left : cuts.area.top
          let strip = kind == .across ? 0 : Double(cuts.strip(photo))
          low = max(low, begin + least[photo] + strip)
          high = min(high, begin + greatest[photo] + strip)
        } else if before == sorted[place] {
          let end =
            after >= 0
            ? cuts.positions[after] : kind == .across ? cuts.area.right : cuts.area.bottom
          let strip = kind == .across ? 0 : Double(cuts.strip(photo))
          low = max(low, end - greatest[photo] - strip - gap)
          high = min(high, end - least[photo] - strip - gap)
        }
      }
    }
    return (low, high)
  }

  /// Whether a photo lies between two runs of cuts.
  private func hasPhoto(
    _ cuts: TreeCuts, _ kind: TreeArena.Kind, between first: ClosedRange<Int>,
    _ second: ClosedRange<Int>
  ) -> Bool {
    cuts.sides.contains { side in
      let (before, after) = kind == .across ? (side.left, side.right) : (side.top, side.bottom)
      return before >= 0 && after >= 0 && first.contains { sorted[$0] == before }
        && second.contains { sorted[$0] == after }
    }
  }

  private func move(_ cuts: inout TreeCuts, _ run: ClosedRange<Int>, to position: Double) {
    for place in run { cuts.positions[sorted[place]] = position }
  }

  /// Moves two runs of cuts to one position; returns whether that can be.
  private func join(_ cuts: inout TreeCuts, _ kind: TreeArena.Kind, _ place: Int) -> Bool {
    let (first, second) = (run(cuts, at: place), run(cuts, at: place + 1))
    guard !hasPhoto(cuts, kind, between: first, second) else { return false }
    let (one, two) = (room(cuts, kind, first), room(cuts, kind, second))
    let (low, high) = (max(one.low, two.low), min(one.high, two.high))
    let (from, to) = (cuts.positions[sorted[place]], cuts.positions[sorted[place + 1]])
    guard low <= high, low <= to, high >= from else { return false }
    let mean =
      (from * Double(first.count) + to * Double(second.count)) / Double(first.count + second.count)
    let position = min(max(mean, low, from), high, to)
    move(&cuts, first, to: position)
    move(&cuts, second, to: position)
    return true
  }

  /// Moves two runs of cuts so far apart that nobody takes them for one; returns whether that can
  /// be.
  private func part(
    _ cuts: inout TreeCuts, _ kind: TreeArena.Kind, _ place: Int, _ shortSide: Double
  ) -> Bool {
    let (first, second) = (run(cuts, at: place), run(cuts, at: place + 1))
    let (from, to) = (cuts.positions[sorted[place]], cuts.positions[sorted[place + 1]])
    let distance = parted * shortSide
    let missing = distance - (to - from)
    let previous = first.lowerBound > 0 ? cuts.positions[sorted[first.lowerBound - 1]] : -.infinity
    let next =
      second.upperBound + 1 < sorted.count
      ? cuts.positions[sorted[second.upperBound + 1]] : .infinity
    let before = max(from - max(room(cuts, kind, first).low, previous + distance), 0)
    let after = max(min(room(cuts, kind, second).high, next - distance) - to, 0)
    guard before + after >= missing else { return false }
    let back = min(before, max(missing / 2, missing - after))
    move(&cuts, first, to: from - back)
    move(&cuts, second, to: to + missing - back)
    return true
  }

  /// How many of photos' left or upper edges lie after another one, so that it can be seen, and
  /// how many of these nearly meet it.
  ///
  /// - Parameters:
  ///   - edges: are sorted.
  ///   - below: up to this share of the short side.
  static func steps(
    _ edges: inout [Double], shortSide: Double, below: Double = visible.upperBound
  ) -> (small: Int, all: Int) {
    edges.sort()
    var (small, all) = (0, 0)
    for place in edges.indices.dropFirst() {
      let distance = (edges[place] - edges[place - 1]) / shortSide
      guard distance > visible.lowerBound else { continue }
      all += 1
      if distance < below { small += 1 }
    }
    return (small, all)
  }
}
