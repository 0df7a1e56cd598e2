internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts

// What must be known of faces for what lies above the photos.
extension CollagePlan {
  /// The QR code where it covers no face, if that can be; nil for none.
  ///
  /// - Cost: a search in each photo, unless it is known what is in it.
  static func code(
    on arranged: FaceKeeper.Arrangement, _ options: CollageOptions, _ texts: PlacedTexts?,
    _ finder: FaceFinder?, _ early: (any DraftDrawing)?,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(CollageError) -> PlacedCode? {
    guard let choice = options.pictures.code else { return nil }
    let faces = try finder.map { finder throws(CollageError) in
      try self.faces(
        in: Array(arranged.placements.indices), arranged, options, finder, early, isCancelled)
    }
    return try PlacedCode(
      choice, on: arranged.layout.canvas, options, avoiding: faces?.values.flatMap(\.self) ?? [],
      texts?.areas ?? [])
  }

  /// The faces in these photos, on the canvas.
  static func faces(
    in places: [Int], _ arranged: FaceKeeper.Arrangement, _ options: CollageOptions,
    _ finder: FaceFinder, _ early: (any DraftDrawing)?,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(CollageError) -> [Int: [PixelRect]] {
    let placements = arranged.placements
    early?.begin(placements, on: arranged.layout.canvas)
    let regions = try finder.regions(
      in: places.map { placements[$0] }, options.decoding.limits, isCancelled: isCancelled
    ) { index, _, spare in
      let place = places[index]
      early?.draw(place, placements[place], spare, isCancelled: isCancelled)
    }
    return Dictionary(
      uniqueKeysWithValues: zip(places, regions).map { place, regions in
        let faces = regions.filter { $0.kind == .face }
        return (place, faces.map { placements[place].area(of: $0, in: placements[place].frame) })
      })
  }
}
