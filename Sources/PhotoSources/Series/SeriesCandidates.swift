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
  /// How many are looked at that have the same time, or such a name.
  private static let maxWithTime = 24
  private static let maxWithName = 8

  let comparer: SeriesComparer
  let cancellation: Cancellation

  private var photos: [SeriesPhoto] { comparer.photos }

  /// Pairs of photos that a camera took within an hour.
  ///
  /// - Parameter make: makes a pair of two indices if they are alike.
  func withinHour(
    _ make: @escaping @Sendable (Int, Int) -> SeriesComparer.Pair?
  ) -> [SeriesComparer.Pair] {
    let dated = photos.indices.filter { photos[$0].isFromCamera }.sortedByTime(in: photos)
    return pairs(dated.indices) { place in
      let first = dated[place]
      return dated[(place + 1)...].prefix(Self.maxWithinHour)
        .prefix { comparer.mayBeSameMoment(first, $0) }
        .compactMap { make(min(first, $0), max(first, $0)) }
    }
  }

  /// Pairs of photos whose brightness is distributed alike, of which a camera dated one at most.
  func alike(
    _ make: @escaping @Sendable (Int, Int) -> SeriesComparer.Pair?
  ) -> [SeriesComparer.Pair] {
    guard photos.contains(where: { !$0.isFromCamera }) else { return [] }
    let cells = cells(offset: 0)
    let crowded = Locked([Int]())
    let found: [[[SeriesComparer.Pair]]] = ThreadPool.shared.map(
      Array(cells.keys), atOnce: 8, cancellation
    ) { cell in
      let around = cell.neighbours.flatMap { cells[$0] ?? [] }
      let members = cells[cell]!
      guard around.count <= Self.maxAround else {
        crowded.withLock { $0 += members }
        return []
      }
      return members.map { pairs(of: $0, with: around, make) }
    }
    return found.flatMap(\.self).flatMap(\.self) + amongCrowded(crowded.withLock { $0 }, make)
  }

  /// A photo's pairs with those after it; none after a cancellation.
  private func pairs(
    of first: Int, with others: [Int], _ make: (Int, Int) -> SeriesComparer.Pair?
  ) -> [SeriesComparer.Pair] {
    guard !cancellation.isCancelled else { return [] }
    return others.compactMap { second in
      first < second && !areBothFromCamera(first, second) ? make(first, second) : nil
    }
  }

  private func areBothFromCamera(_ first: Int, _ second: Int) -> Bool {
    photos[first].isFromCamera && photos[second].isFromCamera
  }

  /// Those in the same cell of one of two grids, so that a boundary of one lies within a cell of
  /// the other.
  private func amongCrowded(
    _ members: [Int], _ make: @escaping @Sendable (Int, Int) -> SeriesComparer.Pair?
  ) -> [SeriesComparer.Pair] {
    guard !members.isEmpty else { return [] }
    return [0, 0.5].flatMap { offset in
      let cells = Array(cells(of: members.sorted(), offset: offset).values)
      let found: [[SeriesComparer.Pair]] = ThreadPool.shared.map(cells, atOnce: 8, cancellation) {
        cell in
        let sorted = cell.sorted {
          (comparer.outlines[$0].finer, $0) < (comparer.outlines[$1].finer, $1)
        }
        return sorted.indices.flatMap { place in
          let next = Array(sorted[(place + 1)...].prefix(Self.maxInCell))
          guard !cancellation.isCancelled else { return [SeriesComparer.Pair]() }
          return next.compactMap { other in
            let (first, second) = (min(sorted[place], other), max(sorted[place], other))
            return areBothFromCamera(first, second) ? nil : make(first, second)
          }
        }
      }
      return found.flatMap(\.self)
    }
  }

  private func cells(of members: [Int]? = nil, offset: Double) -> [OutlineCell: [Int]] {
    Dictionary(
      grouping: members ?? Array(photos.indices),
      by: { OutlineCell(comparer.outlines[$0].balance, Self.cell, offset: offset) })
  }

  private func pairs(
    _ places: Range<Int>, _ make: @escaping @Sendable (Int) -> [SeriesComparer.Pair]
  ) -> [SeriesComparer.Pair] {
    let found: [[SeriesComparer.Pair]] = ThreadPool.shared.map(
      Array(places), atOnce: 16, cancellation, make)
    return found.flatMap(\.self)
  }

  /// For each photo those in which it may be found, or the other way round, as a crop or in another
  /// direction.
  func forCrops() -> [Int: [Int]] {
    var partners: [Int: [Int]] = [:]
    func add(_ first: Int, _ second: Int) {
      partners[first, default: []].append(second)
      partners[second, default: []].append(first)
    }
    let dated = photos.indices.filter { photos[$0].isFromCamera }.sortedByTime(in: photos)
    for place in dated.indices {
      let second = photos[dated[place]].timeline / 1000
      for other in dated[(place + 1)...].prefix(Self.maxWithTime) {
        guard photos[other].timeline / 1000 == second else { break }
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
  fileprivate func sortedByTime(in photos: [SeriesPhoto]) -> [Int] {
    sorted { (photos[$0].timeline, $0) < (photos[$1].timeline, $1) }
  }
}

/// A cell of a grid over `ViewOutline.balance`.
private struct OutlineCell: Hashable, Sendable {
  private var place: SIMD4<Int32>

  /// - Parameter offset: by which part of its side the grid is moved.
  init(_ balance: [Double], _ side: Double, offset: Double) {
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
