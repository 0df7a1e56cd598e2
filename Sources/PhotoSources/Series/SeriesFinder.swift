internal import Imaging
internal import PhotoCodecs
internal import ReactiveTraits
internal import ThreadPool

/// Groups photos that show the same moment.
///
/// Only photos are compared that were taken within a minute, or whose brightness is distributed
/// alike, so that the time grows little faster than the number of photos.
struct SeriesFinder {
  /// The similarity from which photos may show the same view, midway between what moved cameras and
  /// most different photos have (see `ViewSketch`).
  private static let sameView = 0.54
  /// What that and the similarity of details must add up to (see `ViewDetail`).
  private static let sameDetails = 1.48
  /// The same two for photos that were taken within a minute.
  private static let sameViewAtOnce = 0.48
  private static let sameDetailsAtOnce = 1.2
  /// From how many thousandths more clipped pixels on a photo's details are lost, and don't count
  /// if it was taken within a minute.
  private static let overexposed = 150
  /// The least similarity that all photos of a series must have on average, so that a camera that
  /// turns slowly makes more than one.
  private static let sameSeries = 0.35
  /// A first test for those that were not.
  private static let sameOutline = 0.7
  /// Milliseconds.
  private static let burst = 60_000
  /// Within so many nobody looks elsewhere, so that details don't count.
  private static let instant = 2_000
  /// From here on, two photos with a camera's times show different moments.
  private static let otherMoment = 3_600_000
  /// With how many photos after it a photo of a burst is compared.
  private static let burstLength = 40
  /// The side of the cells in which photos of the same view are sought.
  private static let cell = 0.12
  /// Of how many photos details are kept, also enlarged ones; they are 45 KB each.
  private static let maxDetails = 256

  private let photos: [SeriesPhoto]
  private let sketches: [ViewSketch]
  /// Of photos for which they were needed last; each costs one.
  private var views = LRUCache<Int, SeriesView>(limit: Self.maxDetails)
  private var enlargedViews = LRUCache<Int, SeriesView>(limit: Self.maxDetails)
  private var groups: [Int: [Int]]
  private var group: [Int]
  private var meanSimilarities: [GroupPair: Double] = [:]
  private let cancellation: Cancellation

  /// The groups of indices, in ascending order, and ordered by their first.
  ///
  /// - Parameter cancellation: after it, groups are incomplete.
  /// - Cost: 0.2 s for 1,000 photos of a hundred views.
  static func groups(_ photos: [SeriesPhoto], _ cancellation: Cancellation) -> [[Int]] {
    var finder = SeriesFinder(photos, cancellation)
    finder.joinSameFiles()
    finder.joinCopies()
    finder.joinBursts()
    finder.joinViews()
    return finder.groups.values.map { $0.sorted() }.sorted { $0[0] < $1[0] }
  }

  private init(_ photos: [SeriesPhoto], _ cancellation: Cancellation) {
    self.photos = photos
    self.cancellation = cancellation
    sketches = photos.map { ViewSketch($0.traits.greys) }
    group = Array(photos.indices)
    groups = Dictionary(uniqueKeysWithValues: photos.indices.map { ($0, [$0]) })
  }

  /// The same file by several names.
  private mutating func joinSameFiles() {
    let files = Dictionary(grouping: photos.indices, by: { photos[$0].identity.file })
    for same in files.values {
      for index in same.dropFirst() { merge(same[0], index) }
    }
  }

  /// What looks exactly the same, without a closer look.
  private mutating func joinCopies() {
    let views = Dictionary(grouping: photos.indices, by: { photos[$0].traits.greys })
    for same in views.values {
      for index in same.dropFirst()
      where areComparable(same[0], index) && haveSameShape(same[0], index) {
        merge(same[0], index)
      }
    }
  }

  private mutating func joinBursts() {
    let dated = photos.indices.filter { photos[$0].isDated }
      .sorted { (photos[$0].timeline, $0) < (photos[$1].timeline, $1) }
    let finder = self
    let pairs = ThreadPool.shared.map(Array(dated.indices), atOnce: 16, cancellation) { place in
      let first = dated[place]
      return dated[(place + 1)...].prefix(Self.burstLength)
        .prefix { finder.photos[$0].timeline - finder.photos[first].timeline <= Self.burst }
        .compactMap { finder.pair(first, $0, Self.sameViewAtOnce) }
    }
    join(pairs.flatMap(\.self)) { $0.agreeAtOnce($1) }
  }

  private mutating func agreeAtOnce(_ pair: Pair) -> Bool {
    let (one, two) = (photos[pair.first], photos[pair.second])
    return abs(one.timeline - two.timeline) <= Self.instant
      || abs(one.traits.exposure.clipped - two.traits.exposure.clipped) >= Self.overexposed
      || haveSameDetails(pair, Self.sameDetailsAtOnce)
  }

  private mutating func joinViews() {
    let cells = Dictionary(grouping: photos.indices, by: { Cell(sketches[$0].balance, Self.cell) })
    let finder = self
    let pairs = ThreadPool.shared.map(Array(cells.keys), atOnce: 8, cancellation) { cell in
      let others = cell.neighbours.flatMap { cells[$0] ?? [] }
      return cells[cell]!.flatMap { finder.pairs($0, others) }
    }
    join(pairs.flatMap(\.self)) { $0.haveSameDetails($1, Self.sameDetails) }
  }

  /// A photo's pairs with those after it that may show the same view; none after a cancellation,
  /// because a single cell may hold thousands of photos.
  private func pairs(_ first: Int, _ others: [Int]) -> [Pair] {
    guard !cancellation.isCancelled else { return [] }
    return others.compactMap { second in
      first < second && areComparable(first, second) ? pair(first, second, Self.sameView) : nil
    }
  }

  /// Whether a pair is worth a closer look.
  private func areComparable(_ first: Int, _ second: Int) -> Bool {
    guard group[first] != group[second],
      sketches[first].roughSimilarity(to: sketches[second]) >= Self.sameOutline
    else { return false }
    guard photos[first].isFromCamera, photos[second].isFromCamera else { return true }
    return abs(photos[first].timeline - photos[second].timeline) < Self.otherMoment
  }

  private struct Pair {
    let first: Int
    let second: Int
    let match: ViewSketch.Match
  }

  /// Nil if two photos can't be joined, because they aren't alike or are joined already.
  private func pair(_ first: Int, _ second: Int, _ least: Double) -> Pair? {
    guard group[first] != group[second], haveSameShape(first, second) else { return nil }
    let match = sketches[first].match(with: sketches[second], atLeast: least)
    return match.similarity >= least ? Pair(first: first, second: second, match: match) : nil
  }

  /// Whether the whole and the details agree.
  ///
  /// - Parameter least: what they must add up to.
  private mutating func haveSameDetails(_ pair: Pair, _ least: Double) -> Bool {
    let (one, two) = (view(of: pair.first), view(of: pair.second))
    return one.agrees(with: two, at: pair.match, by: least) {
      (enlargedView(of: pair.first), enlargedView(of: pair.second))
    }
  }

  private mutating func view(of index: Int) -> SeriesView {
    if let known = views.value(for: index) { return known }
    let view = SeriesView(sketches[index], photos[index].traits.greys)
    views.insert(view, for: index, cost: 1)
    return view
  }

  private mutating func enlargedView(of index: Int) -> SeriesView {
    if let known = enlargedViews.value(for: index) { return known }
    let view = SeriesView(photos[index].traits.greys.enlarged)
    enlargedViews.insert(view, for: index, cost: 1)
    return view
  }

  /// Whether two photos show the same view, whenever they were taken.
  static func showSameView(_ one: GreyGrid, _ two: GreyGrid) -> Bool {
    let (first, second) = (ViewSketch(one), ViewSketch(two))
    let match = first.match(with: second)
    return match.similarity >= sameView
      && SeriesView(first, one).agrees(with: SeriesView(second, two), at: match, by: sameDetails) {
        (SeriesView(one.enlarged), SeriesView(two.enlarged))
      }
  }

  /// Whether width and height have nearly the same ratio.
  private func haveSameShape(_ first: Int, _ second: Int) -> Bool {
    let (one, two) = (photos[first].traits.size, photos[second].traits.size)
    let (left, right) = (one.width * two.height, two.width * one.height)
    return max(left, right) * 8 <= min(left, right) * 9
  }

  /// Joins the groups of pairs, the most similar first.
  ///
  /// - Parameter agree: whether the photos of a pair have enough in common at a closer look.
  private mutating func join(
    _ pairs: [Pair], if agree: (inout SeriesFinder, Pair) -> Bool
  ) {
    let sorted = pairs.sorted {
      ($1.match.similarity, $0.first, $0.second) < ($0.match.similarity, $1.first, $1.second)
    }
    for pair in sorted where group[pair.first] != group[pair.second] {
      if cancellation.isCancelled { return }
      guard meanSimilarity(group[pair.first], group[pair.second]) >= Self.sameSeries else {
        continue
      }
      if agree(&self, pair) { merge(pair.first, pair.second) }
    }
  }

  /// Two groups; those with as many members, up to the number that counts, have the same ones.
  private struct GroupPair: Hashable {
    let groups: [Int]
    let counts: [Int]
  }

  /// Of some photos of each group, the first ones.
  private mutating func meanSimilarity(_ first: Int, _ second: Int) -> Double {
    let (one, two) = (groups[first]!.prefix(6), groups[second]!.prefix(6))
    if one.count == 1, two.count == 1 { return 1 }
    let key = GroupPair(groups: [first, second], counts: [one.count, two.count])
    if let known = meanSimilarities[key] { return known }
    var sum = 0.0
    for first in one {
      for second in two { sum += sketches[first].match(with: sketches[second]).similarity }
    }
    let mean = sum / Double(one.count * two.count)
    meanSimilarities[key] = mean
    return mean
  }

  private mutating func merge(_ first: Int, _ second: Int) {
    let (kept, other) = (min(group[first], group[second]), max(group[first], group[second]))
    guard kept != other, let moved = groups.removeValue(forKey: other) else { return }
    for index in moved { group[index] = kept }
    groups[kept]! += moved
  }
}

extension SeriesFinder {
  /// A cell of a grid over `ViewSketch.balance`.
  private struct Cell: Hashable {
    private var place: SIMD4<Int32>

    init(_ balance: [Double], _ side: Double) {
      var place = SIMD4<Int32>()
      for axis in balance.indices { place[axis] = Int32((balance[axis] / side).rounded(.down)) }
      self.place = place
    }

    private func moved(_ steps: Int32, along axis: Int) -> Cell {
      var cell = self
      cell.place[axis] &+= steps
      return cell
    }

    /// This one and those that touch it.
    var neighbours: [Cell] {
      var cells = [self]
      for axis in place.indices.reversed() {
        var wider: [Cell] = []
        for cell in cells {
          for step: Int32 in -1...1 { wider.append(cell.moved(step, along: axis)) }
        }
        cells = wider
      }
      return cells
    }
  }
}

extension SeriesPhoto {
  /// Whether its time is that of taking it, to the second.
  fileprivate var isDated: Bool {
    moment.map { $0.source != .file && $0.precision >= .second } ?? false
  }
  fileprivate var isFromCamera: Bool { isDated && moment?.source.isStated == true }
  fileprivate var timeline: Int { time ?? 0 }
}
