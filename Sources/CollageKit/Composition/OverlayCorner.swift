internal import Imaging
internal import PhotoCodecs

/// The corner that an overlay takes of which nobody said where it goes.
struct OverlayCorner: Hashable, Sendable {
  let place: OverlayPlace
  /// Whether a face is in each corner.
  let coversFace: Bool

  /// What a user should know of it; nil where it is the usual one, and covers no face.
  var note: String? {
    if coversFace {
      return
        "the overlay covers a face, as it would in each corner; make it smaller, or choose its "
        + "place"
    }
    guard place != OverlayChoice.corners[0] else { return nil }
    return
      "the overlay is put \(place.rawValue), because a face is in the usual corner; to have it "
      + "there, write its place, \(OverlayChoice.corners[0].rawValue)"
  }

  /// Nil where there is no overlay, or its place was given.
  ///
  /// - Parameter finder: nil to look for no faces.
  /// - Cost: a search in the photos in corners, unless it is known what is in them.
  init?(
    on canvas: PixelSize, over placements: [Placement], _ options: CollageOptions,
    _ finder: FaceFinder?, _ early: (any DraftDrawing)?,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(CollageError) {
    guard let overlay = options.pictures.overlay, overlay.place == nil else { return nil }
    self.init(place: OverlayChoice.corners[0], coversFace: false)
    guard let finder else { return }
    for corner in OverlayChoice.corners {
      guard let layer = PlacedLayer(overlay, at: corner, on: canvas, options) else { return }
      let below = placements.indices.filter {
        placements[$0].frame.bounds.intersection(layer.area) != nil
      }
      early?.begin(placements, on: canvas)
      let regions = try finder.regions(
        in: below.map { placements[$0] }, options.decoding.limits, isCancelled: isCancelled
      ) { index, _, spare in
        let place = below[index]
        early?.draw(place, placements[place], spare, isCancelled: isCancelled)
      }
      let isFree = zip(below, regions).allSatisfy { place, regions in
        regions.allSatisfy { region in
          region.kind != .face
            || placements[place].area(of: region, in: placements[place].frame)
              .intersection(layer.area) == nil
        }
      }
      if isFree {
        self.init(place: corner, coversFace: false)
        return
      }
    }
    self.init(place: OverlayChoice.corners[0], coversFace: true)
  }

  private init(place: OverlayPlace, coversFace: Bool) {
    self.place = place
    self.coversFace = coversFace
  }
}
