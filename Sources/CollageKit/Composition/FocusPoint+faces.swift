internal import Imaging
internal import PhotoCodecs

extension FocusPoint {
  /// What a crop should leave around a region, as a share of its own size: hair, ears and chin.
  private static let margin = 0.2

  /// The point nearest to the photo's centre around which a crop keeps the regions whole; where
  /// there is no room for all, as many as can be, the larger ones before the smaller. Margins go
  /// before regions. Nil where the centre does.
  ///
  /// - Parameter regions: in shares of the photo.
  init?(keeping regions: [PhotoRegion], of photo: PixelSize, in frame: PixelSize) {
    let centred = Region(filling: frame, from: photo)
    let shares = (
      across: centred.width / Double(photo.width), down: centred.height / Double(photo.height)
    )
    let isAcross = shares.across < shares.down
    let length = min(shares.across, shares.down)
    let middle = (1 - length) / 2
    var best: Candidate?
    for margin in stride(from: Self.margin, through: 0, by: -Self.margin / 4) {
      let spans = regions.map { region in
        isAcross
          ? Span(region.area.x, region.area.width, margin: margin, limit: length)
          : Span(region.area.y, region.area.height, margin: margin, limit: length)
      }
      for first in spans {
        let isKept = spans.map { $0.begin >= first.begin && $0.end <= first.begin + length + 1e-9 }
        let end = zip(spans, isKept).map { $1 ? $0.end : 0 }.max() ?? 0
        let start = max(min(max(middle, end - length), first.begin, 1 - length), 0)
        let sides = zip(regions, isKept).map { $1 ? $0.longSide(in: photo) : 0 }.reduce(0, +)
        let candidate = Candidate(
          sides: sides, margin: margin, distance: abs(start - middle), start: start)
        if best.map({ candidate.rank > $0.rank }) ?? true { best = candidate }
      }
    }
    guard let best, best.distance > 1e-9 else { return nil }
    // Rounded to what a recipe records and users can read.
    let point = ((best.start + length / 2) * 10_000).rounded() / 10_000
    self.init(x: isAcross ? point : 0.5, y: isAcross ? 0.5 : point)
  }

  /// A place for the crop.
  private struct Candidate {
    /// The sum of the sides of the regions that it keeps, in pixels.
    let sides: Int
    let margin: Double
    /// From the middle.
    let distance: Double
    /// Where the crop begins.
    let start: Double

    var rank: (Int, Double, Double) { (sides, margin, -distance) }
  }

  /// What a crop should show of one side of a photo, in shares of it.
  private struct Span {
    let begin: Double
    let end: Double

    /// - Parameter limit: the length that a crop has; of more, it shows the region's middle.
    init(_ begin: Double, _ length: Double, margin: Double, limit: Double) {
      let (low, high) = (max(begin - margin * length, 0), min(begin + (1 + margin) * length, 1))
      let isTooLong = high - low > limit
      let middle = begin + length / 2
      self.begin = isTooLong ? middle - limit / 2 : low
      end = isTooLong ? middle + limit / 2 : high
    }
  }
}

extension PhotoRegion {
  /// The longer side, in pixels of a photo of this size.
  fileprivate func longSide(in photo: PixelSize) -> Int {
    Int(max(area.width * Double(photo.width), area.height * Double(photo.height)).rounded())
  }
}
