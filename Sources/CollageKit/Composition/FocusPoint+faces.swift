internal import Imaging
internal import PhotoCodecs

extension FocusPoint {
  /// The point around which a crop shows the regions best; nil where that is the photo's centre.
  ///
  /// As many regions as can be are kept whole, the larger ones before the smaller; then as few as
  /// can be lie close to an edge where the photo goes on. Of the crops that are equal in that, the
  /// one whose `CropView` loses least is taken.
  ///
  /// - Parameters:
  ///   - regions: in shares of the photo.
  ///   - unsafe: at the frame's sides, from which regions stay away where that is less than half of
  ///     it.
  init?(
    keeping regions: [PhotoRegion], of photo: PixelSize, in frame: PixelSize,
    awayFrom unsafe: FrameInsets = .none
  ) {
    guard !regions.isEmpty else { return nil }
    let centred = Region(filling: frame, from: photo)
    let across = centred.width / Double(photo.width)
    let down = centred.height / Double(photo.height)
    let isAcross = across < down
    let length = min(across, down)
    let middle = (1 - length) / 2
    let window = SafeWindow(of: length, isAcross: isAcross, in: frame, unsafe)
    let search = CropSearch(
      view: CropView(regions, of: photo, isAcross: isAcross, length: length, window),
      spans: regions.map { Span($0, isAcross: isAcross, limit: window.length) },
      sides: regions.map { $0.longSide(in: photo) },
      areas: regions.map { isAcross ? ($0.area.x, $0.area.width) : ($0.area.y, $0.area.height) },
      length: length, window: window)
    guard middle > 0, let start = search.best(), abs(start - middle) > 1e-9 else { return nil }
    // Rounded to what a recipe records and users can read.
    let point = ((start + length / 2) * 10_000).rounded() / 10_000
    self.init(x: isAcross ? point : 0.5, y: isAcross ? 0.5 : point)
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

  /// The photo's side is searched in so many steps, then around the best place in smaller ones.
  private static let steps = 64
  /// How many times the steps become smaller, and by which factor.
  private static let refinements = 2
  private static let fineness = 8

  /// A place for the crop.
  private struct Candidate {
    /// Where the crop begins.
    let start: Double
    /// The sum of the sides of the regions that it keeps, in pixels.
    let sides: Int
    /// How many regions lie close to an edge where it cuts.
    let crowded: Int
    /// What it loses around the regions.
    let loss: Double

    func isBetter(than other: Candidate) -> Bool {
      (sides, -crowded, -loss) > (other.sides, -other.crowded, -other.loss)
    }
  }

  /// Where the best crop begins.
  func best() -> Double? {
    let last = 1 - length
    // In the middle, and with each region at either end of the crop.
    let middle = last / 2
    let ends = spans.flatMap { [$0.begin - window.start, $0.end - window.end] }
    var step = last / Double(Self.steps)
    var best: Candidate?
    func look(at starts: [Double]) {
      for start in starts {
        let candidate = candidate(min(max(start, 0), last))
        if best.map({ candidate.isBetter(than: $0) }) ?? true { best = candidate }
      }
    }
    look(at: [middle] + ends + (0...Self.steps).map { Double($0) * step })
    for _ in 0..<Self.refinements {
      guard let around = best?.start else { return nil }
      step /= Double(Self.fineness)
      look(at: (-Self.fineness...Self.fineness).map { around + Double($0) * step })
    }
    return best?.start
  }

  private func candidate(_ start: Double) -> Candidate {
    let (low, high) = (start + window.start - 1e-9, start + window.end + 1e-9)
    let kept = spans.indices.filter { spans[$0].begin >= low && spans[$0].end <= high }
    return Candidate(
      start: start, sides: kept.map { sides[$0] }.reduce(0, +),
      crowded: areas.count { isCrowded($0.begin, $0.length, from: start) },
      loss: view.loss(from: start, keeping: kept))
  }

  /// Whether a region lies close to an end of a crop, or beyond it, where the photo goes on.
  private func isCrowded(_ begin: Double, _ side: Double, from start: Double) -> Bool {
    let edge = FaceRoom.ofEdge * length
    return start > 0 && begin < start + edge
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
