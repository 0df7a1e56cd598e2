internal import Imaging
internal import PhotoCodecs

extension FocusPoint {
  /// The point around which a crop shows the regions best; nil where that is the photo's centre.
  ///
  /// As many regions as can be are kept whole, the larger ones before the smaller; then as few as
  /// can be lie close to an edge where the photo goes on. Of the crops that are equal in that, the
  /// one whose `CropView` loses least is taken. Through an opening that isn't a rectangle, what of
  /// the regions can be seen counts before all else.
  ///
  /// - Parameters:
  ///   - regions: in shares of the photo.
  ///   - zoom: how many times as large as the frame needs the photo is shown. Above 1 the crop is
  ///     moved across and down, each by itself.
  ///   - unsafe: at the frame's sides, from which regions stay away where that is less than half of
  ///     it.
  ///   - shape: what of the frame can be seen; nil for all.
  init?(
    keeping regions: [PhotoRegion], of photo: PixelSize, in frame: PixelSize, zoom: Double = 1,
    awayFrom unsafe: FrameInsets = .none, through shape: OpeningShape? = nil
  ) {
    guard !regions.isEmpty else { return nil }
    let centred = Region(filling: frame, from: photo, around: nil, zoom: zoom)
    let across = centred.width / Double(photo.width)
    let down = centred.height / Double(photo.height)
    func point(isAcross: Bool) -> Double? {
      guard zoom > 1 || isAcross == (across < down) else { return nil }
      return Self.point(
        keeping: regions, of: photo, in: frame, isAcross: isAcross,
        length: isAcross ? across : down, unsafe, shape)
    }
    let (x, y) = (point(isAcross: true), point(isAcross: false))
    if x == nil, y == nil { return nil }
    self.init(x: x ?? 0.5, y: y ?? 0.5)
  }

  /// The same along one side of the photo, as a share of it; nil for its middle.
  ///
  /// - Parameter length: of the crop.
  private static func point(
    keeping regions: [PhotoRegion], of photo: PixelSize, in frame: PixelSize, isAcross: Bool,
    length: Double, _ unsafe: FrameInsets, _ shape: OpeningShape?
  ) -> Double? {
    let middle = (1 - length) / 2
    let window = SafeWindow(of: length, isAcross: isAcross, in: frame, unsafe)
    var search = CropSearch(
      view: CropView(regions, of: photo, isAcross: isAcross, length: length, window),
      spans: regions.map { Span($0, isAcross: isAcross, limit: window.length) },
      sides: regions.map { $0.longSide(in: photo) },
      areas: regions.map { isAcross ? ($0.area.x, $0.area.width) : ($0.area.y, $0.area.height) },
      length: length, window: window,
      opening: shape.map {
        OpeningSearch(
          view: OpeningView(shape: $0), regions: regions,
          sides: regions.map { $0.longSide(in: photo) },
          isAcross: isAcross, length: length)
      })
    guard middle > 0, let point = search.best(), abs(point - 0.5) > 1e-9 else { return nil }
    return point
  }
}

/// A search for the place of a crop along the side of a photo that it shortens; all in shares of
/// this side.
private struct CropSearch {
  let view: CropView
  let spans: [Span]
  /// Of each region, in pixels.
  let sides: [Int]
  /// Where each region begins, and how long it is.
  let areas: [(begin: Double, length: Double)]
  /// That of the crop.
  let length: Double
  let window: SafeWindow
  /// Nil where the whole crop can be seen.
  let opening: OpeningSearch?
  /// The places of the regions that the last crop keeps.
  private var kept: [Int] = []

  init(
    view: CropView, spans: [Span], sides: [Int], areas: [(begin: Double, length: Double)],
    length: Double, window: SafeWindow, opening: OpeningSearch?
  ) {
    self.view = view
    self.spans = spans
    self.sides = sides
    self.areas = areas
    self.length = length
    self.window = window
    self.opening = opening
    kept.reserveCapacity(spans.count)
  }

  /// The photo's side is searched in so many steps, then around the best place in smaller ones.
  private static let steps = 64
  /// How many times the steps become smaller, and by which factor.
  private static let refinements = 2
  private static let fineness = 8

  /// Points are rounded to what a recipe records and users can read: to so many parts of the side.
  private static let parts = 10_000.0

  /// A place for the crop.
  private struct Candidate {
    /// The point around which the photo is cropped, and where that crop begins.
    let point: Double
    let start: Double
    /// What can be seen of the regions through an opening; nothing where all can be.
    let seen: OpeningSearch.Seen
    /// The sum of the sides of the regions that it keeps, in pixels, apart from what rounding the
    /// point may take from them.
    let sides: Int
    /// The same of those that it keeps whole in spite of the rounding.
    let wholeSides: Int
    /// How many regions lie close to an edge where it cuts.
    let crowded: Int
    /// What it loses around the regions.
    let loss: Double

    func isBetter(than other: Candidate) -> Bool {
      if seen != other.seen { return other.seen < seen }
      return (sides, wholeSides, -crowded, -loss)
        > (other.sides, other.wholeSides, -other.crowded, -other.loss)
    }
  }

  /// The point around which the best crop is.
  mutating func best() -> Double? {
    let last = 1 - length
    // In the middle, and with each region at either end of the crop.
    let middle = last / 2
    let ends = spans.flatMap { [$0.begin - window.start, $0.end - window.end] }
    var step = last / Double(Self.steps)
    var best: Candidate?
    func look(at starts: [Double], _ rules: [FloatingPointRoundingRule]) {
      for start in starts {
        for rule in rules {
          let candidate = candidate(min(max(start, 0), last), rule)
          if best.map({ candidate.isBetter(than: $0) }) ?? true { best = candidate }
        }
      }
    }
    look(at: [middle], [.toNearestOrAwayFromZero])
    // Of the points on both sides of such a limit, one is within it.
    look(at: ends + [0, last], [.down, .up])
    look(at: (0...Self.steps).map { Double($0) * step }, [.toNearestOrAwayFromZero])
    for _ in 0..<Self.refinements {
      guard let around = best?.start else { return nil }
      step /= Double(Self.fineness)
      look(
        at: (-Self.fineness...Self.fineness).map { around + Double($0) * step },
        [.toNearestOrAwayFromZero])
    }
    return best?.point
  }

  /// - Parameters:
  ///   - wanted: where the crop should begin.
  ///   - rule: how its point is rounded.
  private mutating func candidate(
    _ wanted: Double, _ rule: FloatingPointRoundingRule
  ) -> Candidate {
    // A trillionth is no part of the number.
    let parts = (wanted + length / 2) * Self.parts
    let isEven = abs(parts - parts.rounded()) < 1e-8
    let point = parts.rounded(isEven ? .toNearestOrAwayFromZero : rule) / Self.parts
    // As a crop around this point begins.
    let start = min(max(point - length / 2, 0), 1 - length)
    kept.removeAll(keepingCapacity: true)
    var (sidesKept, wholeSides, crowded) = (0, 0, 0)
    for place in spans.indices {
      if keeps(place, from: start, tolerance: 0.51 / Self.parts) {
        kept.append(place)
        sidesKept += sides[place]
      }
      if keeps(place, from: start, tolerance: 1e-9) { wholeSides += sides[place] }
      if isCrowded(areas[place].begin, areas[place].length, from: start) { crowded += 1 }
    }
    return Candidate(
      point: point, start: start, seen: opening?.seen(from: start) ?? .all, sides: sidesKept,
      wholeSides: wholeSides, crowded: crowded, loss: view.loss(from: start, keeping: kept))
  }

  /// Whether a crop keeps a region.
  private func keeps(_ place: Int, from start: Double, tolerance: Double) -> Bool {
    spans[place].begin >= start + window.start - tolerance
      && spans[place].end <= start + window.end + tolerance
  }

  /// Whether a region lies close to an end of a crop, or beyond it, where the photo goes on.
  private func isCrowded(_ begin: Double, _ side: Double, from start: Double) -> Bool {
    let edge = FaceRoom.ofEdge * length
    return start > 1e-9 && begin < start + edge
      || start + length < 1 - 1e-9 && begin + side > start + length - edge
  }
}

/// The part of a crop in which regions should lie, in shares of the photo's side.
struct SafeWindow {
  /// From the crop's begin.
  let start: Double
  let end: Double

  var length: Double { end - start }

  init(of crop: Double, isAcross: Bool, in frame: PixelSize, _ unsafe: FrameInsets) {
    let side = Double(isAcross ? frame.width : frame.height)
    let before = Double(isAcross ? unsafe.left : unsafe.top) / side
    let after = Double(isAcross ? unsafe.right : unsafe.bottom) / side
    let isUsed = before + after < 0.5
    start = isUsed ? crop * before : 0
    end = isUsed ? crop - crop * after : crop
  }
}

/// What a crop must show of one region, in shares of the photo's side.
private struct Span {
  let begin: Double
  let end: Double

  /// - Parameter limit: the length that a crop has; of more, it shows the region's middle.
  init(_ region: PhotoRegion, isAcross: Bool, limit: Double) {
    let begin = isAcross ? region.area.x : region.area.y
    let length = isAcross ? region.area.width : region.area.height
    let isTooLong = length > limit
    self.begin = isTooLong ? begin + (length - limit) / 2 : begin
    end = isTooLong ? begin + (length + limit) / 2 : begin + length
  }
}

extension PhotoRegion {
  /// The longer side, in pixels of a photo of this size.
  fileprivate func longSide(in photo: PixelSize) -> Int {
    Int(max(area.width * Double(photo.width), area.height * Double(photo.height)).rounded())
  }
}
