package import Imaging
internal import PhotoCodecs
internal import PhotoLayouts

/// What a collage shows, photo by photo: for those who don't see it.
package struct PictureDescription: Hashable, Sendable {
  /// A photo in the picture.
  package struct Part: Hashable, Sendable {
    /// From 1, as commands count.
    package let number: Int
    package let photo: Photo
    package let place: PlaceName
    /// In pixels of the canvas.
    package let frame: PixelRect
    /// Of the canvas's area, 0 to 1.
    package let share: Double
    package let croppedShare: Double
    /// Where the middle of what is shown lies in the photo, in shares of it.
    package let centre: FocusPoint
    /// How many faces are known to be in what is shown.
    package let faces: Int
    /// Empty without one.
    package let caption: String
  }

  package let canvas: PixelSize
  /// In reading order.
  package let parts: [Part]

  /// - Parameter options: those of the plan.
  package init(_ plan: CollagePlan, _ options: CollageOptions) {
    canvas = plan.layout.canvas
    let frames = plan.placements.map(\.frame.bounds)
    let places = PicturePlaces(frames, on: canvas)
    parts = places.readingOrder.map { [canvas] index in
      let placement = plan.placements[index]
      let crop = placement.crop
      let size = placement.photo.size
      return Part(
        number: index % max(plan.photoCount, 1) + 1, photo: placement.photo,
        place: places.names[index], frame: frames[index],
        share: Double(frames[index].size.pixels) / Double(canvas.pixels),
        croppedShare: placement.croppedShare,
        centre: FocusPoint(
          x: min(max((crop.x + crop.width / 2) / Double(size.width), 0), 1),
          y: min(max((crop.y + crop.height / 2) / Double(size.height), 0), 1)) ?? .centre,
        faces: Self.faces(in: placement, plan.people.element(at: index)??.count),
        caption: options.caption(of: placement.photo, at: index))
    }
  }

  /// - Parameter known: how many the search for the layout knew; nil if it didn't look.
  private static func faces(in placement: Placement, _ known: Int?) -> Int {
    let regions =
      placement.regions.isEmpty
      ? placement.photo.header.declaredRegions : placement.regions
    let found = regions.filter { $0.kind == .face }
    if found.isEmpty { return known ?? 0 }
    let size = placement.photo.size
    return found.count { region in
      let area = region.area.scaled(across: Double(size.width), down: Double(size.height))
      return 2 * area.sharedArea(placement.crop) >= area.width * area.height
    }
  }
}

extension Array {
  fileprivate func element(at index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
