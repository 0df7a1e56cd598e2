internal import Imaging
internal import PhotoCodecs

/// What a crop shows of regions through an opening that isn't a rectangle, while a place for the
/// crop is searched along the side of a photo that it shortens.
struct OpeningSearch {
  let view: OpeningView
  let regions: [PhotoRegion]
  /// Of each region, in pixels.
  let sides: [Int]
  let isAcross: Bool
  /// That of the crop, as a share of the photo's side.
  let length: Double

  /// How much of the regions can be seen; more is better.
  struct Seen: Comparable {
    /// The sum of the sides of those that are whole, in pixels.
    let wholeSides: Int
    /// The sum of all sides, each by how much of its region can be seen.
    let sides: Double
    /// The same with the room around the regions.
    let room: Double

    /// Where nothing hides any.
    static let all = Seen(wholeSides: 0, sides: 0, room: 0)

    static func < (first: Self, second: Self) -> Bool {
      (first.wholeSides, first.sides, first.room) < (second.wholeSides, second.sides, second.room)
    }
  }

  /// - Parameter start: where the crop begins, as a share of the photo's side.
  func seen(from start: Double) -> Seen {
    let crop =
      isAcross
      ? Region(x: start, y: 0, width: length, height: 1)
      : Region(x: 0, y: start, width: 1, height: length)
    var (wholeSides, sum, room) = (0, 0.0, 0.0)
    for (region, side) in zip(regions, sides) {
      let share = view.visibleShare(of: region, in: crop)
      if share >= OpeningView.wholeShare { wholeSides += side }
      sum += Double(side) * share
      room += Double(side) * view.visibleShareOfRoom(around: region, in: crop)
    }
    return Seen(wholeSides: wholeSides, sides: sum, room: room)
  }
}
