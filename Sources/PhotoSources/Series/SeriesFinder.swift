internal import Imaging
internal import PhotoCodecs
internal import ReactiveTraits
internal import ThreadPool

/// Groups photos that show the same moment.
///
/// Not all are compared with all (see `SeriesCandidates`), so that the time grows little faster
/// than the number of photos.
struct SeriesFinder {
  private typealias Pair = SeriesComparer.Pair

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
  /// Milliseconds.
  private static let burst = 60_000
  /// Within so many nobody looks elsewhere, so that details don't count, and nobody else comes.
  private static let instant = 2_000
  /// With how many photos after it a photo of a burst is compared.
  private static let burstLength = 40
  /// Of how many photos of a group faces are compared.
  private static let maxPeople = 4
  /// Of how many pairs details are compared at the same time; more of them are in vain when others
  /// of them join the same groups.
  private static let maxPairsAtOnce = 256
  /// Up to how many photos what is needed to find crops is kept; it is 21 KB each.
  private static let maxSources = 2000

  private let photos: [SeriesPhoto]
  private let comparer: SeriesComparer
  private var sketches = SketchCache()
  private var groups: [Int: [Int]]
  private var group: [Int]
  private var meanSimilarities: [GroupPair: Double] = [:]
  private var people: [[Int]: PeopleComparison] = [:]
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
    finder.joinCrops()
    finder.joinViews()
    return finder.groups.values.map { $0.sorted() }.sorted { $0[0] < $1[0] }
  }

  private init(_ photos: [SeriesPhoto], _ cancellation: Cancellation) {
    self.photos = photos
    self.cancellation = cancellation
    comparer = SeriesComparer(photos)
    group = Array(photos.indices)
    groups = Dictionary(uniqueKeysWithValues: photos.indices.map { ($0, [$0]) })
  }

  private var candidates: SeriesCandidates {
    SeriesCandidates(comparer: comparer, cancellation: cancellation)
  }

  /// The same file by several names.
  private mutating func joinSameFiles() {
    let files = Dictionary(grouping: photos.indices, by: { photos[$0].identity.file })
    for same in files.values {
      for index in same.dropFirst() { merge(same[0], index) }
    }
  }

  /// What looks exactly the same, without a closer look: photos without a camera's time, and each
  /// one with the one before it.
  private mutating func joinCopies() {
    let alike = Dictionary(grouping: photos.indices, by: { photos[$0].traits.view.fingerprint })
    let views = alike.values.filter { $0.count > 1 }.flatMap { alike in
      Dictionary(grouping: alike, by: { photos[$0].traits.greys }).values
    }
    for same in views where same.count > 1 {
      let sorted = same.sorted {
        let (one, two) = (photos[$0], photos[$1])
        if one.isFromCamera != two.isFromCamera { return two.isFromCamera }
        return one.isFromCamera ? (one.timeline, $0) < (two.timeline, $1) : $0 < $1
      }
      for (first, second) in zip(sorted, sorted.dropFirst())
      where comparer.mayBeSameMoment(first, second) && comparer.haveSameShape(first, second)
        && comparer.haveSameText(first, second)
      {
        merge(first, second)
      }
    }
  }

  private mutating func joinBursts() {
    let (photos, group, comparer) = (self.photos, self.group, self.comparer)
    let keys = comparer.keys
    let dated = photos.indices.filter { photos[$0].isDated }.sortedByTime(in: keys)
    let pairs = candidates.pairs(in: [dated], upTo: Self.burstLength) { first, second, sketches in
      guard keys[second].timeline - keys[first].timeline <= Self.burst else { return .end }
      return .next(
        group[first] == group[second]
          ? nil : comparer.pair(first, second, Self.sameViewAtOnce, &sketches))
    }
    join(pairs) { pair in
      let (one, two) = (photos[pair.first], photos[pair.second])
      return abs(one.timeline - two.timeline) <= Self.instant
        || abs(one.traits.exposure.clipped - two.traits.exposure.clipped) >= Self.overexposed
        || comparer.haveSameDetails(pair, Self.sameDetailsAtOnce)
    }
  }

  /// Crops to another shape, and copies that were turned or mirrored.
  private mutating func joinCrops() {
    let partners = candidates.forCrops()
    let (photos, group) = (self.photos, self.group)
    @Sendable func source(_ index: Int) -> CropSource {
      CropSource(photos[index].traits.greys, photos[index].traits.content)
    }
    let wholes = partners.keys.sorted()
    let sources =
      wholes.count > Self.maxSources
      ? [:] : Dictionary(uniqueKeysWithValues: wholes.map { ($0, source($0)) })
    let found: [[[Int]]] = ThreadPool.shared.map(wholes, atOnce: 8, cancellation) { whole in
      var search = CropSearch(in: sources[whole] ?? source(whole))
      // Pages are too much alike to be told apart by their parts.
      return partners[whole]!.filter { part in
        group[whole] != group[part] && photos[whole].traits.page == nil
          && photos[part].traits.page == nil
          && search.contains(sources[part] ?? source(part))
      }.map { [whole, $0] }
    }
    for pair in found.flatMap(\.self) where self.group[pair[0]] != self.group[pair[1]] {
      if cancellation.isCancelled { return }
      if mayShowSamePeople(self.group[pair[0]], self.group[pair[1]]) { merge(pair[0], pair[1]) }
    }
  }

  private mutating func joinViews() {
    let (group, comparer) = (self.group, self.comparer)
    let make: SeriesCandidates.Making = { first, second, sketches in
      guard group[first] != group[second], comparer.areComparable(first, second) else { return nil }
      return comparer.pair(first, second, Self.sameView, &sketches)
    }
    let pairs = candidates.withinHour(make) + candidates.alike(make)
    join(pairs) { comparer.haveSameDetails($0, Self.sameDetails) }
  }

  /// Whether two photos show the same view, whenever they were taken.
  static func showSameView(_ one: GreyGrid, _ two: GreyGrid) -> Bool {
    let (first, second) = (ViewSketch(one), ViewSketch(two))
    let match = first.match(with: second)
    return match.similarity >= sameView
      && SeriesView(one).agrees(with: SeriesView(two), at: match, by: sameDetails)
  }

  /// Joins the groups of pairs, the most similar first.
  ///
  /// - Parameter agree: whether the photos of a pair have enough in common at a closer look; called
  ///   on any thread.
  private mutating func join(_ pairs: [Pair], if agree: @Sendable (Pair) -> Bool) {
    var sorted = pairs.sorted {
      ($1.match.similarity, $0.first, $0.second) < ($0.match.similarity, $1.first, $1.second)
    }[...]
    while !sorted.isEmpty, !cancellation.isCancelled {
      var apart: [Pair] = []
      while apart.count < Self.maxPairsAtOnce, let pair = sorted.popFirst() {
        if group[pair.first] != group[pair.second] { apart.append(pair) }
      }
      let agreeing: [Pair] = ThreadPool.shared.map(apart, atOnce: 8, cancellation) {
        agree($0) ? $0 : nil
      }
      for pair in agreeing where group[pair.first] != group[pair.second] {
        let (one, two) = (group[pair.first], group[pair.second])
        if meanSimilarity(one, two) >= Self.sameSeries, mayShowSamePeople(one, two),
          comparer.haveSameText(pair.first, pair.second)
        {
          merge(pair.first, pair.second)
        }
      }
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
      for second in two { sum += comparer.match(first, second, -1, &sketches).similarity }
    }
    let mean = sum / Double(one.count * two.count)
    meanSimilarities[key] = mean
    return mean
  }

  /// Whether the faces in two groups of photos don't say that other people are on them: those who
  /// have their picture taken before the same wall, one after the other.
  private mutating func mayShowSamePeople(_ first: Int, _ second: Int) -> Bool {
    var balance = 0
    let (one, two) = (photosOfPeople(in: first), photosOfPeople(in: second))
    for first in one {
      for second in two {
        switch people(on: first, second) {
        case .same: balance += 1
        case .different: balance -= 1
        case .unknown: break
        }
      }
    }
    return balance >= 0
  }

  private func photosOfPeople(in group: Int) -> [Int] {
    var found: [Int] = []
    for index in groups[group]! where !photos[index].traits.faces.isEmpty {
      found.append(index)
      if found.count == Self.maxPeople { break }
    }
    return found
  }

  private mutating func people(on first: Int, _ second: Int) -> PeopleComparison {
    let (one, two) = (photos[first], photos[second])
    if one.isDated, two.isDated, abs(one.timeline - two.timeline) <= Self.instant { return .same }
    let key = [min(first, second), max(first, second)]
    if let known = people[key] { return known }
    let found = PeopleComparison(one.traits, two.traits)
    people[key] = found
    return found
  }

  private mutating func merge(_ first: Int, _ second: Int) {
    let (kept, other) = (min(group[first], group[second]), max(group[first], group[second]))
    guard kept != other, let moved = groups.removeValue(forKey: other) else { return }
    for index in moved { group[index] = kept }
    groups[kept]! += moved
  }
}
