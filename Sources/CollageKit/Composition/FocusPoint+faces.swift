internal import Imaging
internal import PhotoCodecs

extension FocusPoint {
  /// The shares of the room around regions that are tried, the largest first: of that for hair and
  /// ears, and of that to the crop's edges, which is given up last.
  private static let rooms = [
    Room(1, toEdges: 1), Room(0.75, toEdges: 1), Room(0.5, toEdges: 1), Room(0.25, toEdges: 1),
    Room(0, toEdges: 1), Room(0, toEdges: 0.5), Room(0, toEdges: 0),
  ]

  /// The point nearest to the photo's centre around which a crop keeps the regions whole; where
  /// there is no room for all, as many as can be, the larger ones before the smaller. Margins go
  /// before regions. Nil where the centre does.
  ///
  /// - Parameters:
  ///   - regions: in shares of the photo.
  ///   - unsafe: at the frame's sides, from which regions stay away where that is less than half of
  ///     it.
  init?(
    keeping regions: [PhotoRegion], of photo: PixelSize, in frame: PixelSize,
    awayFrom unsafe: FrameInsets = .none
  ) {
    let centred = Region(filling: frame, from: photo)
    let shares = (
      across: centred.width / Double(photo.width), down: centred.height / Double(photo.height)
    )
    let isAcross = shares.across < shares.down
    let length = min(shares.across, shares.down)
    let middle = (1 - length) / 2
    let window = SafeWindow(of: length, isAcross: isAcross, in: frame, unsafe)
    var best: Candidate?
    for (rank, room) in Self.rooms.enumerated() {
      let spans = regions.map { region in
        isAcross
          ? Span(
            region.area.x, region.area.width, before: FaceRoom.around, room, limit: window.length)
          : Span(
            region.area.y, region.area.height, before: FaceRoom.hair(above: region), room,
            limit: window.length)
      }
      for first in spans {
        let isKept = spans.map {
          $0.begin >= first.begin && $0.end <= first.begin + window.length + 1e-9
        }
        let end = zip(spans, isKept).map { $1 ? $0.end : 0 }.max() ?? 0
        let sides = zip(regions, isKept).map { $1 ? $0.longSide(in: photo) : 0 }.reduce(0, +)
        // As far as the kept ones allow: in the middle, or at either end.
        for wanted in [middle, 0, 1] {
          let start = max(
            min(max(wanted, end - window.end), first.begin - window.start, 1 - length), 0)
          let crop = start..<start + length
          let candidate = Candidate(
            sides: sides,
            crowded: regions.count { Self.isCrowded($0.area, isAcross: isAcross, in: crop) },
            roomRank: rank, distance: abs(start - middle), start: start)
          if best.map({ candidate.rank > $0.rank }) ?? true { best = candidate }
        }
      }
    }
    guard let best, best.distance > 1e-9 else { return nil }
    // Rounded to what a recipe records and users can read.
    let point = ((best.start + length / 2) * 10_000).rounded() / 10_000
    self.init(x: isAcross ? point : 0.5, y: isAcross ? 0.5 : point)
  }

  /// The part of a crop in which regions should lie, in shares of the photo's side.
  private struct SafeWindow {
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

  /// Whether an area lies close to an end of a crop, or beyond it, where the photo goes on.
  private static func isCrowded(_ area: Region, isAcross: Bool, in crop: Range<Double>) -> Bool {
    let (begin, length) = isAcross ? (area.x, area.width) : (area.y, area.height)
    let edge = FaceRoom.ofEdge * (crop.upperBound - crop.lowerBound)
    return crop.lowerBound > 0 && begin < crop.lowerBound + edge
      || crop.upperBound < 1 - 1e-9 && begin + length > crop.upperBound - edge
  }

  /// How much of the room that `FaceRoom` wants is kept, in shares of it.
  private struct Room {
    /// Of that for hair, ears and chin.
    let around: Double
    let toEdges: Double

    init(_ around: Double, toEdges: Double) {
      self.around = around
      self.toEdges = toEdges
    }
  }

  /// A place for the crop.
  private struct Candidate {
    /// The sum of the sides of the regions that it keeps, in pixels.
    let sides: Int
    /// How many regions lie close to an edge where it cuts.
    let crowded: Int
    /// The place in `rooms` of the room around them that it keeps, too.
    let roomRank: Int
    /// From the middle.
    let distance: Double
    /// Where the crop begins.
    let start: Double

    var rank: (Int, Int, Int, Double) { (sides, -crowded, -roomRank, -distance) }
  }

  /// What a crop should show of one side of a photo, in shares of it.
  private struct Span {
    let begin: Double
    let end: Double

    /// - Parameters:
    ///   - before: the room that the region wants before it, as a share of its length.
    ///   - limit: the length that a crop has; of more, it shows the region's middle.
    init(
      _ begin: Double, _ length: Double, before: Double, _ room: Room, limit: Double
    ) {
      let edge = room.toEdges * FaceRoom.givenToEdges * limit
      let low = max(begin - max(room.around * before * length, edge), 0)
      let high = min(begin + length + max(room.around * FaceRoom.around * length, edge), 1)
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
