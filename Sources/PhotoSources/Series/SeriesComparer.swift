internal import Imaging
internal import PhotoCodecs
internal import ReactiveTraits
internal import ThreadPool

/// Compares photos in pairs, on any thread.
struct SeriesComparer: Sendable {
  /// A first test for photos that weren't taken within a minute.
  private static let sameOutline = 0.7
  /// From here on, two photos with a camera's times show different moments, in milliseconds.
  static let otherMoment = 3_600_000
  /// From how many thousandths more without details on, because they are too bright, those are left
  /// out.
  private static let overexposed = 80

  let photos: [SeriesPhoto]
  /// Of each photo.
  let keys: [Key]

  init(_ photos: [SeriesPhoto]) {
    self.photos = photos
    keys = ThreadPool.shared.map(photos, atOnce: 256, Cancellation()) { Key($0) }
  }

  /// What most comparisons need of a photo, without references, which many threads would count at
  /// the same time.
  struct Key: Sendable {
    let outline: ViewOutline
    /// As `SeriesPhoto.timeline`.
    let timeline: Int
    let isFromCamera: Bool
    fileprivate let width: Int32
    fileprivate let height: Int32

    fileprivate init(_ photo: SeriesPhoto) {
      let traits = photo.traits
      outline = ViewOutline(traits.greys)
      timeline = photo.timeline
      isFromCamera = photo.isFromCamera
      width = Int32(traits.content.width)
      height = Int32(traits.content.height)
    }
  }

  /// Two photos that may show the same view.
  struct Pair: Sendable {
    let first: Int
    let second: Int
    let match: ViewSketch.Match
  }

  /// Whether a pair is worth a closer look.
  func areComparable(_ first: Int, _ second: Int) -> Bool {
    mayBeSameMoment(first, second)
      && keys[first].outline.similarity(to: keys[second].outline) >= Self.sameOutline
  }

  func mayBeSameMoment(_ first: Int, _ second: Int) -> Bool {
    guard keys[first].isFromCamera, keys[second].isFromCamera else { return true }
    return abs(keys[first].timeline - keys[second].timeline) < Self.otherMoment
  }

  /// Nil if two photos aren't alike.
  func pair(
    _ first: Int, _ second: Int, _ least: Double, _ sketches: inout SketchCache
  ) -> Pair? {
    guard haveSameShape(first, second) else { return nil }
    let match = match(first, second, least, &sketches)
    return match.similarity >= least ? Pair(first: first, second: second, match: match) : nil
  }

  func match(
    _ first: Int, _ second: Int, _ least: Double = -1, _ sketches: inout SketchCache
  ) -> ViewSketch.Match {
    let sketch = sketch(of: first, beside: second, &sketches)
    return sketch.match(with: self.sketch(of: second, beside: first, &sketches), atLeast: least)
  }

  private func sketch(
    of index: Int, beside other: Int, _ sketches: inout SketchCache
  ) -> ViewSketch {
    if isClipped(index, beside: other) { return ViewSketch(greys(of: index, beside: other)) }
    return sketches.sketch(of: index) {
      ViewSketch(photos[index].traits.greys, keys[index].outline)
    }
  }

  /// Whether the wholes and the details of two photos agree.
  ///
  /// - Parameter least: what they must add up to.
  func haveSameDetails(_ pair: Pair, _ least: Double) -> Bool {
    let (first, second) = (pair.first, pair.second)
    return SeriesView(greys(of: first, beside: second)).agrees(
      with: SeriesView(greys(of: second, beside: first)), at: pair.match, by: least)
  }

  /// Whether a photo has details where the other one is too bright to have any.
  func isClipped(_ index: Int, beside other: Int) -> Bool {
    keys[other].outline.white - keys[index].outline.white >= Self.overexposed
  }

  /// What is compared of a photo: without details where the other one is too bright to have any.
  func greys(of index: Int, beside other: Int) -> GreyGrid {
    let greys = photos[index].traits.greys
    return isClipped(index, beside: other)
      ? greys.clipped(perMille: Int(keys[other].outline.white)) : greys
  }

  /// Whether width and height have nearly the same ratio.
  func haveSameShape(_ first: Int, _ second: Int) -> Bool {
    let (one, two) = (keys[first], keys[second])
    let left = Int(one.width) * Int(two.height)
    let right = Int(two.width) * Int(one.height)
    return max(left, right) * 8 <= min(left, right) * 9
  }

  /// Whether what is written on two photos is the same; also where on one of them nothing is.
  func haveSameText(_ first: Int, _ second: Int) -> Bool {
    guard let one = photos[first].traits.page, let two = photos[second].traits.page else {
      return true
    }
    return one.isSame(as: two)
  }
}

extension GreyGrid {
  /// With so many thousandths of the cells, the brightest ones, of one brightness.
  fileprivate func clipped(perMille share: Int) -> GreyGrid {
    let count = share * values.count / 1000
    var counts = [Int](repeating: 0, count: 256)
    for value in values { counts[Int(value)] += 1 }
    var (limit, brighter) = (255, counts[255])
    while brighter < count, limit > 0 {
      limit -= 1
      brighter += counts[limit]
    }
    return GreyGrid(values: values.map { min($0, UInt8(limit)) })!
  }
}

extension SeriesPhoto {
  /// Whether its time is that of taking it, to the second.
  var isDated: Bool { moment.map { $0.source != .file && $0.precision >= .second } ?? false }
  var isFromCamera: Bool { isDated && moment?.source.isStated == true }
  var timeline: Int { time ?? 0 }
}
