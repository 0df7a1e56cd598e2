internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts

/// Which photo goes into which opening of a template.
struct OpeningPlaces {
  /// Of each photo its opening, from 0.
  let places: [Int]
  /// What crops of the photos should keep, by the photo's place, as far as it was looked for.
  let regions: [Int: [PhotoRegion]]

  /// Beyond so many photos, only their shapes decide.
  private static let maxWithFaces = 64
  /// How much the loss of a face counts, where that of a whole photo counts 1.
  private static let costOfFace = 1.0
  /// How much it counts that a face has no room around it.
  private static let costOfRoom = 0.1
  /// The steps in which costs are compared.
  private static let steps = 10_000.0

  /// In their order, unless it is free: then each goes where least of it is lost, and no face.
  /// Among equal ways, the photos are moved as little as can be.
  ///
  /// How users crop photos doesn't count, so that it is the same when a collage is made again from
  /// the crops that it had.
  ///
  /// - Parameters:
  ///   - frames: of the openings; as many as photos.
  ///   - finder: nil to look for no faces.
  /// - Throws: `cancelled`, and `photos` where the system failed.
  /// - Cost: of a free order, a search in each photo that isn't known.
  init(
    of photos: [Photo], in frames: [Frame], _ template: Template, _ options: CollageOptions,
    _ finder: FaceFinder?, isCancelled: @escaping @Sendable () -> Bool
  ) throws(CollageError) {
    guard options.layout.order == .free, photos.count > 1 else {
      (places, regions) = (Array(photos.indices), [:])
      return
    }
    var regions: [[PhotoRegion]] = photos.map { _ in [] }
    if let finder, options.layout.focus == .auto, photos.count <= Self.maxWithFaces {
      regions = try options.regions(in: photos, by: finder, isCancelled: isCancelled)
      self.regions = Dictionary(uniqueKeysWithValues: zip(photos.indices, regions))
    } else {
      self.regions = [:]
    }
    let turned = photos.enumerated().map { $1.turned(options[photo: $0].turn) }
    if let known = options.recordedOpenings?.places(of: turned, in: template) {
      places = known
      return
    }
    var costs: [[Int]] = []
    for (place, photo) in turned.enumerated() {
      if isCancelled() { throw .cancelled }
      costs.append(
        frames.enumerated().map { opening, frame in
          Self.cost(of: photo, keeping: regions[place], in: frame, photos.count)
            + (place - opening) * (place - opening)
        })
    }
    places = CheapestAssignment.columns(for: costs)
  }

  /// A multiple of what moving all photos can count.
  private static func cost(
    of photo: Photo, keeping regions: [PhotoRegion], in frame: Frame, _ count: Int
  ) -> Int {
    var options = PhotoOptions()
    options.turn = photo.header.turn
    let placement = Placement(filling: frame, with: photo, options, keeping: regions)
    let cost =
      placement.croppedShare + costOfFace * Double(placement.cutFaces)
      + costOfRoom * Double(placement.crowdedFaces)
    return Int((cost * steps).rounded()) * count * count * count
  }
}
