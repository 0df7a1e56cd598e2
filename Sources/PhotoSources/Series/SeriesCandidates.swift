internal import Imaging
internal import PhotoCodecs
internal import ReactiveTraits
internal import SystemPackage
internal import ThreadPool

/// Which pairs of photos may show the same, without comparing each with each: how many there are
/// grows as the number of photos, not as its square.
struct SeriesCandidates: Sendable {
  /// With how many photos after it, in order of time, a photo is compared that a camera dated.
  private static let maxWithinHour = 200
  /// The side of the cells in which photos of the same view are sought.
  private static let cell = 0.12
  /// If more photos than this are in a cell and those around it, only those in the cell itself are
  /// compared, each with so many after it in the order of their finer distribution.
  private static let maxAround = 512
  private static let maxInCell = 64
  /// Up to so many photos each is looked for in each other one, in all shapes and directions; of
  /// more only if their times or names say that they belong together.
  private static let maxForCrops = 300
  /// How many photos a thread takes at once, in order of time.
  private static let maxAtOnce = 256
  /// How many are looked at that have the same time, or such a name.
  private static let maxWithTime = 24
  private static let maxWithName = 8

  let comparer: SeriesComparer
  let cancellation: Cancellation

  private var photos: [SeriesPhoto] { comparer.photos }
  private var keys: [SeriesComparer.Key] { comparer.keys }

  /// Makes a pair of two indices if they are alike.
  typealias Making = @Sendable (Int, Int, inout SketchCache) -> SeriesComparer.Pair?

  /// Pairs of photos that a camera took within an hour.
  func withinHour(_ make: Making) -> [SeriesComparer.Pair] {
    let dated = keys.indices.filter { keys[$0].isFromCamera }.sortedByTime(in: keys)
    return pairs(in: [dated], upTo: Self.maxWithinHour) { first, second, sketches in
      guard comparer.mayBeSameMoment(first, second) else { return .end }
      return .next(make(min(first, second), max(first, second), &sketches))
    }
  }

  /// What comes of comparing a photo with one after it.
  enum Step {
    case next(SeriesComparer.Pair?)
    /// Those after it need no comparison.
    case end
  }

  /// What a thread takes at once.
  private struct Stretch: Sendable {
    let list: [Int]
    let start: Int
  }

  /// Pairs of photos of some lists, each with so many after it in the same list.
  func pairs(
    in lists: [[Int]], upTo limit: Int,
    _ compare: @Sendable (Int, Int, inout SketchCache) -> Step
  ) -> [SeriesComparer.Pair] {
    let stretches = lists.flatMap { list in
      stride(from: 0, to: list.count, by: Self.maxAtOnce).map { Stretch(list: list, start: $0) }
    }
    let found: [[SeriesComparer.Pair]] = ThreadPool.shared.map(
      stretches, atOnce: 4, cancellation
    ) { stretch in
      let list = stretch.list
      var sketches = SketchCache()
      var pairs: [SeriesComparer.Pair] = []
      for place in stretch.start..<min(stretch.start + Self.maxAtOnce, list.count) {
        if cancellation.isCancelled { break }
        for other in list[(place + 1)...].prefix(limit) {
          guard case .next(let pair) = compare(list[place], other, &sketches) else { break }
          if let pair { pairs.append(pair) }
        }
      }
      return pairs
    }
    return found.flatMap(\.self)
  }

  /// Pairs of photos whose brightness is distributed alike, of which a camera dated one at most.
  func alike(_ make: Making) -> [SeriesComparer.Pair] {
    guard keys.contains(where: { !$0.isFromCamera }) else { return [] }
    let cells = cells(offset: 0)
    let crowded = Locked([Int]())
    let found: [[SeriesComparer.Pair]] = ThreadPool.shared.map(
      Array(cells.keys), atOnce: 8, cancellation
    ) { cell in
      let around = cell.neighbours.flatMap { cells[$0] ?? [] }
      let members = cells[cell]!
      guard around.count <= Self.maxAround else {
        crowded.withLock { $0 += members }
        return []
      }
      var sketches = SketchCache()
      return members.flatMap { pairs(of: $0, with: around, &sketches, make) }
    }
    return found.flatMap(\.self) + amongCrowded(crowded.withLock { $0 }, make)
  }

  /// A photo's pairs with those after it; none after a cancellation.
  private func pairs(
    of first: Int, with others: [Int], _ sketches: inout SketchCache, _ make: Making
  ) -> [SeriesComparer.Pair] {
    guard !cancellation.isCancelled else { return [] }
    var pairs: [SeriesComparer.Pair] = []
    for second in others where first < second && !areBothFromCamera(first, second) {
      if let pair = make(first, second, &sketches) { pairs.append(pair) }
    }
    return pairs
  }

  private func areBothFromCamera(_ first: Int, _ second: Int) -> Bool {
    keys[first].isFromCamera && keys[second].isFromCamera
  }

  /// Those in the same cell of one of two grids, so that a boundary of one lies within a cell of
  /// the other.
  private func amongCrowded(_ members: [Int], _ make: Making) -> [SeriesComparer.Pair] {
    guard !members.isEmpty else { return [] }
    return [0, 0.5].flatMap { offset in
      let sorted = cells(of: members.sorted(), offset: offset).values.map { cell in
        cell.sorted { (keys[$0].outline.finer, $0) < (keys[$1].outline.finer, $1) }
      }
      return pairs(in: sorted, upTo: Self.maxInCell) { one, other, sketches in
        let (first, second) = (min(one, other), max(one, other))
        return .next(areBothFromCamera(first, second) ? nil : make(first, second, &sketches))
      }
    }
  }

  private func cells(of members: [Int]? = nil, offset: Double) -> [OutlineCell: [Int]] {
    Dictionary(
      grouping: members ?? Array(keys.indices),
      by: { OutlineCell(keys[$0].outline.balance, Self.cell, offset: offset) })
  }

  /// For each photo those in which it may be found, or the other way round, as a crop or in another
  /// direction.
  func forCrops() -> [Int: [Int]] {
    var partners: [Int: [Int]] = [:]
    func add(_ first: Int, _ second: Int) {
      partners[first, default: []].append(second)
      partners[second, default: []].append(first)
    }
    let dated = keys.indices.filter { keys[$0].isFromCamera }.sortedByTime(in: keys)
    for place in dated.indices {
      let second = keys[dated[place]].timeline / 1000
      for other in dated[(place + 1)...].prefix(Self.maxWithTime) {
        guard keys[other].timeline / 1000 == second else { break }
        add(dated[place], other)
      }
    }
    if photos.count <= Self.maxForCrops {
      for first in photos.indices {
        for second in photos.indices[(first + 1)...] where !areBothFromCamera(first, second) {
          add(first, second)
        }
      }
      return partners
    }
    let stems = photos.map { Array(($0.path.lastComponent?.stem ?? "").utf8) }
    let named = photos.indices.sorted { stems[$0].lexicographicallyPrecedes(stems[$1]) }
    for place in named.indices {
      let stem = stems[named[place]]
      for other in named[(place + 1)...].prefix(Self.maxWithName) {
        guard stems[other].starts(with: stem) else { break }
        if !areBothFromCamera(named[place], other) { add(named[place], other) }
      }
    }
    return partners
  }
}

extension [Int] {
  func sortedByTime(in keys: [SeriesComparer.Key]) -> [Int] {
    sorted { (keys[$0].timeline, $0) < (keys[$1].timeline, $1) }
  }
}

/// A cell of a grid over `ViewOutline.balance`.
private struct OutlineCell: Hashable, Sendable {
  private var place: SIMD4<Int32>

  /// - Parameter offset: by which part of its side the grid is moved.
  init(_ balance: SIMD4<Double>, _ side: Double, offset: Double) {
    var place = SIMD4<Int32>()
    for axis in balance.indices {
      place[axis] = Int32((balance[axis] / side + offset).rounded(.down))
    }
    self.place = place
  }

  private func moved(_ steps: Int32, along axis: Int) -> OutlineCell {
    var cell = self
    cell.place[axis] &+= steps
    return cell
  }

  /// This one and those that touch it.
  var neighbours: [OutlineCell] {
    var cells = [self]
    for axis in place.indices.reversed() {
      var wider: [OutlineCell] = []
      for cell in cells {
        for step: Int32 in -1...1 { wider.append(cell.moved(step, along: axis)) }
      }
      cells = wider
    }
    return cells
  }
}
