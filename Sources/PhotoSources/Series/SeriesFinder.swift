internal import Imaging
internal import PhotoCodecs

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
  /// The same for photos that were taken within a minute.
  private static let sameViewAtOnce = 0.48
  /// The least similarity that all photos of a series must have on average, so that a camera that
  /// turns slowly makes more than one.
  private static let sameSeries = 0.35
  /// A first test for those that were not.
  private static let sameOutline = 0.7
  /// Milliseconds.
  private static let burst = 60_000
  /// From here on, two photos with a camera's times show different moments.
  private static let otherMoment = 3_600_000
  /// With how many photos after it a photo of a burst is compared.
  private static let burstLength = 40
  /// The side of the cells in which photos of the same view are sought.
  private static let cell = 0.08

  private let photos: [SeriesPhoto]
  private let sketches: [ViewSketch]
  private var groups: [Int: [Int]]
  private var group: [Int]

  /// The groups of indices, in ascending order, and ordered by their first.
  static func groups(_ photos: [SeriesPhoto]) -> [[Int]] {
    var finder = SeriesFinder(photos)
    finder.joinSameFiles()
    finder.joinBursts()
    finder.joinViews()
    return finder.groups.values.map { $0.sorted() }.sorted { $0[0] < $1[0] }
  }

  private init(_ photos: [SeriesPhoto]) {
    self.photos = photos
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

  private mutating func joinBursts() {
    let dated = photos.indices.filter { photos[$0].isDated }
      .sorted { (photos[$0].timeline, $0) < (photos[$1].timeline, $1) }
    var pairs: [Pair] = []
    for (place, first) in dated.enumerated() {
      for second in dated[(place + 1)...].prefix(Self.burstLength) {
        guard photos[second].timeline - photos[first].timeline <= Self.burst else { break }
        add(first, second, Self.sameViewAtOnce, to: &pairs)
      }
    }
    join(pairs)
  }

  private mutating func joinViews() {
    let cells = Dictionary(grouping: photos.indices, by: { Cell(sketches[$0].balance, Self.cell) })
    var pairs: [Pair] = []
    for (cell, members) in cells {
      for other in cell.neighbours {
        guard let others = cells[other] else { continue }
        for first in members {
          for second in others where first < second && areComparable(first, second) {
            add(first, second, Self.sameView, Self.sameDetails, to: &pairs)
          }
        }
      }
    }
    join(pairs)
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
    let similarity: Double
  }

  /// - Parameter leastDetails: nil if details don't matter.
  private func add(
    _ first: Int, _ second: Int, _ least: Double, _ leastDetails: Double? = nil,
    to pairs: inout [Pair]
  ) {
    guard group[first] != group[second], haveSameShape(first, second) else { return }
    let match = sketches[first].match(with: sketches[second])
    guard match.similarity >= least else { return }
    if let leastDetails {
      let (one, two) = (photos[first].traits.greys, photos[second].traits.greys)
      guard Self.similarity(one, two, match) >= leastDetails else { return }
    }
    pairs.append(Pair(first: first, second: second, similarity: match.similarity))
  }

  /// Of the whole and of the details.
  private static func similarity(_ one: GreyGrid, _ two: GreyGrid, _ match: ViewSketch.Match)
    -> Double
  {
    match.hasDetails
      ? match.similarity + ViewDetail(one).similarity(to: ViewDetail(two), at: match)
      : 2 * match.similarity
  }

  /// Whether two photos show the same view, whenever they were taken.
  static func showSameView(_ one: GreyGrid, _ two: GreyGrid) -> Bool {
    let match = ViewSketch(one).match(with: ViewSketch(two))
    return match.similarity >= sameView && similarity(one, two, match) >= sameDetails
  }

  /// Whether width and height have nearly the same ratio.
  private func haveSameShape(_ first: Int, _ second: Int) -> Bool {
    let (one, two) = (photos[first].traits.size, photos[second].traits.size)
    let (left, right) = (one.width * two.height, two.width * one.height)
    return max(left, right) * 8 <= min(left, right) * 9
  }

  /// Joins the groups of pairs, the most similar first.
  private mutating func join(_ pairs: [Pair]) {
    let sorted = pairs.sorted {
      ($1.similarity, $0.first, $0.second) < ($0.similarity, $1.first, $1.second)
    }
    for pair in sorted where group[pair.first] != group[pair.second] {
      let (one, two) = (groups[group[pair.first]]!, groups[group[pair.second]]!)
      if meanSimilarity(one, two) >= Self.sameSeries { merge(pair.first, pair.second) }
    }
  }

  /// Of some photos of each group, the first ones.
  private func meanSimilarity(_ one: [Int], _ two: [Int]) -> Double {
    if one.count == 1, two.count == 1 { return 1 }
    let (one, two) = (one.prefix(6), two.prefix(6))
    var sum = 0.0
    for first in one {
      for second in two { sum += sketches[first].match(with: sketches[second]).similarity }
    }
    return sum / Double(one.count * two.count)
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
    let places: [Int]

    init(_ balance: [Double], _ side: Double) {
      places = balance.map { Int(($0 / side).rounded(.down)) }
    }

    private init(_ places: [Int]) { self.places = places }

    /// This one and those that touch it.
    var neighbours: [Cell] {
      places.indices.reduce([self]) { cells, axis in
        cells.flatMap { cell in
          (-1...1).map { step in
            var places = cell.places
            places[axis] += step
            return Cell(places)
          }
        }
      }
    }
  }
}

extension SeriesPhoto {
  /// Whether its time is that of taking it.
  fileprivate var isDated: Bool { moment.map { $0.source != .file } ?? false }
  fileprivate var isFromCamera: Bool { moment?.source == .camera }
  fileprivate var timeline: Int { moment?.timeline ?? 0 }
}
