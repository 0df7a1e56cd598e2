internal import Imaging
internal import PhotoCodecs

/// What shows of a photo's regions through an opening that isn't a rectangle.
struct OpeningView {
  let shape: OpeningShape

  /// The share of a region that has to show for it to count as whole.
  static let wholeShare = 0.9

  /// The share of a region that shows, 0 to 1.
  ///
  /// - Parameter crop: the part of the photo that fills the opening's rectangle, in shares of the
  ///   photo.
  func visibleShare(of region: PhotoRegion, in crop: Region) -> Double {
    shape.visibleShare(of: region.area.relative(to: crop))
  }

  /// The same of the region with the room that it wants around it, as far as the photo has it.
  func visibleShareOfRoom(around region: PhotoRegion, in crop: Region) -> Double {
    let area = region.area
    let side = FaceRoom.around * area.width
    let above = max(FaceRoom.hair(above: region), FaceRoom.around) * area.height
    let (left, top) = (max(area.x - side, 0), max(area.y - above, 0))
    let right = min(area.x + area.width + side, 1)
    let bottom = min(area.y + area.height * (1 + FaceRoom.around), 1)
    return shape.visibleShare(
      of: Region(x: left, y: top, width: right - left, height: bottom - top).relative(to: crop))
  }
}

extension Region {
  /// In shares of another region.
  func relative(to other: Region) -> Region {
    Region(
      x: (x - other.x) / other.width, y: (y - other.y) / other.height,
      width: width / other.width, height: height / other.height)
  }
}
