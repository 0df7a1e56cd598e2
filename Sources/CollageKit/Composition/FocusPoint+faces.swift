internal import Imaging
internal import PhotoCodecs

extension FocusPoint {
  /// The shares of the room around regions that are tried, the largest first.
  private static let roominess = [1, 0.75, 0.5, 0.25, 0]

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
    for room in Self.roominess {
      let spans = regions.map { region in
        isAcross
          ? Span(region.area.x, region.area.width, hair: FaceRoom.around, room, limit: length)
          : Span(region.area.y, region.area.height, hair: FaceRoom.hair, room, limit: length)
      }
      for first in spans {
        let isKept = spans.map { $0.begin >= first.begin && $0.end <= first.begin + length + 1e-9 }
        let end = zip(spans, isKept).map { $1 ? $0.end : 0 }.max() ?? 0
        let start = max(min(max(middle, end - length), first.begin, 1 - length), 0)
        let sides = zip(regions, isKept).map { $1 ? $0.longSide(in: photo) : 0 }.reduce(0, +)
        let candidate = Candidate(
          sides: sides, room: room, distance: abs(start - middle), start: start)
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
    /// The share of the room around them that it keeps, too.
    let room: Double
    /// From the middle.
    let distance: Double
    /// Where the crop begins.
    let start: Double

    var rank: (Int, Double, Double) { (sides, room, -distance) }
  }

  /// What a crop should show of one side of a photo, in shares of it.
  private struct Span {
    let begin: Double
    let end: Double

    /// - Parameters:
    ///   - hair: what the region wants before it, as a share of its length.
    ///   - room: how much of the room around it is kept, 0 to 1.
    ///   - limit: the length that a crop has; of more, it shows the region's middle.
    init(_ begin: Double, _ length: Double, hair: Double, _ room: Double, limit: Double) {
      let edge = FaceRoom.ofEdge * limit
      let low = max(begin - room * max(hair * length, edge), 0)
      let high = min(begin + length + room * max(FaceRoom.around * length, edge), 1)
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
