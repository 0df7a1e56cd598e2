internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
internal import ReactiveTraits
internal import ThreadPool

/// Draws thumbnails into the frames of a small canvas.
struct ThumbnailSupply: PixelSupply {
  static let isDraft = true

  /// The colour of a missing photo's frame: visible on light and on dark backgrounds.
  private static let missingPhoto = Colour(red: 160, green: 160, blue: 160)

  let tasks: [PhotoTask]
  let ground: Colour
  let opaque: [Bool]
  private let plan: SizedPlan
  /// What shows through translucent photos.
  private let decodingBackground: Colour
  /// Whether nothing shows through the collage.
  private let isOpaque: Bool
  private let limits: DecodeLimits
  private let tone: Tone
  private let thumbnails: KeptThumbnails

  init(
    _ plan: SizedPlan, _ options: CollageOptions, _ thumbnails: KeptThumbnails
  ) {
    let decoration = options.decoration
    self.plan = plan
    limits = options.decoding.limits
    tone = options.colour.tone
    self.thumbnails = thumbnails
    let isOpaque = decoration.background.isOpaque
    self.isOpaque = isOpaque
    ground = if case .colour(let colour) = decoration.background { colour } else { .white }
    decodingBackground = isOpaque ? ground : decoration.decodingBackground
    let photos = plan.placements.map(\.photo)
    opaque = photos.map { isOpaque || $0.isMissing || $0.header.isOpaque }
    let present = photos.indices.filter { !photos[$0].isMissing }
    tasks = Dictionary(grouping: present) { photos[$0] }.values
      .sorted { $0[0] < $1[0] }
      .map { PhotoTask(places: $0, cost: 1) }
  }

  var colourSpace: ColourSpace { .sRGB }
  var hasGains: Bool { false }
  var memory: MemoryBudget { thumbnails.memory }

  func draw(
    _ task: PhotoTask, on canvas: PhotoCanvas, _ spare: SpareThreads,
    isCancelled: @escaping @Sendable () -> Bool
  ) -> Result<Void, PhotoError> {
    let placements = task.places.map { plan.placements[$0] }
    let photo = placements[0].photo
    let enlargement = placements.map(\.enlargement).max() ?? 0
    let needed = Double(max(photo.size.width, photo.size.height)) * enlargement * plan.scale
    return thumbnails.use(
      of: photo, side: Int(needed.rounded(.up)), limits, background: decodingBackground,
      isCancelled: isCancelled
    ) { thumbnail in
      for place in task.places { draw(thumbnail, at: place, on: canvas) }
    }
  }

  private func draw(_ thumbnail: Raster, at place: Int, on canvas: PhotoCanvas) {
    let (placement, frame) = (plan.placements[place], plan.frames[place])
    let crop = Region(
      filling: frame.photoSize, from: thumbnail.size, around: placement.focus, zoom: placement.zoom)
    let keepsAlpha = !isOpaque && !placement.photo.header.isOpaque
    guard canvas.openings != nil else {
      return canvas.raster.draw(
        thumbnail, showing: crop, into: frame, keepsAlpha: keepsAlpha, tone: tone)
    }
    let layer = Raster(size: frame.size, filledWith: .transparent)
    layer.draw(
      thumbnail, showing: crop, into: frame.movedToOrigin, keepsAlpha: keepsAlpha, tone: tone)
    canvas.show(layer, in: frame)
  }

  /// The faults of photos, in the photos' order.
  func outcome(of drawn: [Int: Result<Void, PhotoError>]) -> [PhotoError] {
    tasks.compactMap { drawn[$0.places[0]]?.failure }.uniqued()
  }

  /// The frames of missing photos.
  func drawRest(on canvas: PhotoCanvas) {
    for (placement, frame) in zip(plan.placements, plan.frames) where placement.photo.isMissing {
      canvas.show(Raster(size: frame.size, filledWith: Self.missingPhoto), in: frame)
    }
  }
}
