internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
internal import ReactiveTraits
internal import Synchronization
internal import ThreadPool

/// Draws photos, and texts, onto a canvas of its own, in parallel over the photos.
///
/// The canvas is there from the beginning, so that whoever encodes it can follow how it is drawn.
/// Nothing here knows how it will be encoded.
struct Composer: Sendable {
  /// Everything outside of photos and texts has its colour from the beginning.
  let raster: Raster
  /// How much brighter the HDR renditions of photos are; nil to keep none, where no photo has one,
  /// or where there is no memory for them.
  let gains: GainPlane?
  private let placements: [Placement]
  private let texts: PlacedTexts?
  /// Above photos and texts, the lowest first.
  private let layers: [PlacedLayer]
  /// Which pixels show which photo; nil where each fills its frame.
  private let openings: OpeningMap?
  private let options: CollageOptions
  private let resources: Resources
  /// What the canvas has beyond its trim at each side, in pixels.
  private let bleed: Int
  /// Frames shared with other collages; nil when none are shared.
  private let frames: FrameCache?
  /// What the canvas leaves of the memory; decoders take theirs from it.
  private let decoderMemory: MemoryBudget
  private let memory: CanvasMemory
  /// For each placement the index of the first one that shows the same pixels: a photo that is
  /// placed twice in the same way is decoded once.
  private let originals: [Int]
  /// The indices of placements that are decoded, those that take longest first.
  private let decoded: [Int]

  /// Allocates the canvas.
  ///
  /// - Parameters:
  ///   - canvas: with the bleed.
  ///   - bleed: in pixels, at each side.
  ///   - keepsHDR: whether the gains of photos with HDR are drawn.
  /// - Throws: `outOfMemory`.
  init(
    _ placements: [Placement], _ texts: PlacedTexts? = nil, below layers: [PlacedLayer] = [],
    through openings: OpeningMap? = nil, on canvas: PixelSize,
    bleed: Int = 0, _ options: CollageOptions, _ resources: Resources, keepsHDR: Bool = false,
    sharing frames: FrameCache? = nil
  ) throws(CollageError) {
    self.placements = placements
    self.texts = texts
    self.layers = layers
    self.openings = openings
    self.options = options
    self.resources = resources
    self.bleed = bleed
    self.frames = frames
    raster = try Raster.allocated(
      canvas, filledWith: options.decoration.decodingBackground, in: options.colour.space,
      except: openings == nil ? placements.map(\.frame.bounds) : [])
    let memory = CanvasMemory(
      limit: resources.memory.total, canvas: canvas,
      bytes: Raster.bytes(of: canvas)
        + layers.map { Raster.bytes(of: $0.area.size) }.reduce(0, +),
      placements, keepsHDR: keepsHDR)
    self.memory = memory
    gains = try memory.hasGains ? GainPlane.allocated(canvas) : nil
    // Pictures that needn't be decoded again make way for what decoders hold.
    let rest = memory.rest
    let needed = placements.map { memory.bytes(of: $0) }.max() ?? 0
    resources.pictures.shrink(to: rest - needed)
    decoderMemory = MemoryBudget(max(rest - resources.pictures.bytes, min(rest, needed), 0))
    let originals = Placement.firstsAlike(placements)
    self.originals = originals
    decoded = Set(originals).sorted { placements[$0].cost > placements[$1].cost }
  }

  /// The areas of the canvas that are drawn: the photos, in order, then the texts that lie on none.
  var areas: [PixelRect] { placements.map(\.frame.bounds) + (texts?.areas ?? []) }

  /// Whether an area is final as soon as it is drawn. Decoration is drawn last and changes what is
  /// there, as does text on photos that are copied.
  var areasAreFinal: Bool {
    !options.decoration.isDecorated && layers.isEmpty
      && !(texts?.coversPhotos == true && decoded.count < placements.count)
  }

  /// Draws everything. The pixels don't depend on the number of threads.
  ///
  /// - Parameters:
  ///   - follower: is told of each area that is final, and gets the threads that have nothing to
  ///     draw; nil for none. Only where `areasAreFinal`.
  ///   - progress: receives how much is drawn, 0 to 1, on any thread.
  /// - Returns: what is known of each photo, in the order of the placements.
  /// - Throws: every photo that failed, in that order, `text`, or `cancelled`.
  func compose(
    followedBy follower: EarlyBandEncoder? = nil, isCancelled: @escaping @Sendable () -> Bool,
    progress: @Sendable (Double) -> Void
  ) throws(CollageError) -> [DrawnPhoto] {
    precondition(follower == nil || areasAreFinal)
    if isCancelled() { throw .cancelled }
    let drawn = Locked([Int: Result<DrawnPhoto, PhotoError>]())
    let drawing = PhotoDrawing(
      raster: raster, gains: gains, options: options, resources: resources,
      decoderMemory: decoderMemory, memory: memory, frames: frames,
      openings: openings, isCancelled: isCancelled)
    let drawnLayers = Locked([Int: Result<Raster, PhotoError>]())
    let lettering = Lettering(
      texts, on: raster, gains, radius: cornerRadius, laysAtEnd: !areasAreFinal)
    let whole = Double(max(decoded.map { placements[$0].cost }.reduce(0, +), 1))
    let spent = Atomic(0)
    // Letters come first, because a process of its own takes its time.
    let firstPhoto = (texts == nil ? 0 : 1) + layers.count
    resources.forEach(below: firstPhoto + decoded.count) { task, spare in
      if task < layers.count {
        let layer = Result { () throws(PhotoError) in
          try layers[task].drawn(
            in: raster.colourSpace, options.decoding.limits, resources.layers,
            isCancelled: isCancelled)
        }
        return drawnLayers.withLock { $0[task] = layer }
      }
      guard task >= firstPhoto else {
        let finished = lettering.draw(decoderMemory, isCancelled: isCancelled)
        for area in placements.count..<areas.count { follower?.finished(area, spare) }
        for photo in finished { follower?.finished(photo, spare) }
        return
      }
      let index = decoded[task - firstPhoto]
      let result = drawing.draw(placements[index], in: framesAlike(index), spare)
      drawn.withLock { $0[index] = result }
      if case .success = result, lettering.photoIsDrawn(index) {
        follower?.finished(index, spare)
      }
      progress(Double(spent.add(placements[index].cost, ordering: .relaxed).newValue) / whole)
    } thenWhileOthersWork: {
      follower?.encodeBand() == true
    }
    follower?.finish()
    if isCancelled() { throw .cancelled }
    let letters = try lettering.letters()
    let photos = try photos(drawn.withLock { $0 })
    let rasters = try layers(drawnLayers.withLock { $0 })
    finish(letters, below: rasters)
    return photos
  }

  /// The frames in which the same pixels of a photo are shown.
  private func framesAlike(_ index: Int) -> [Frame] {
    placements.indices.filter { originals[$0] == index }.map { placements[$0].frame }
  }

  private func layers(_ drawn: [Int: Result<Raster, PhotoError>]) throws(CollageError) -> [Raster] {
    let results = layers.indices.compactMap { drawn[$0] }
    let failures = results.compactMap(\.failure).uniqued()
    guard failures.isEmpty else { throw .photos(failures) }
    return results.compactMap { try? $0.get() }
  }

  /// In the order of the placements.
  private func photos(_ drawn: [Int: Result<DrawnPhoto, PhotoError>]) throws(CollageError)
    -> [DrawnPhoto]
  {
    let results = originals.compactMap { drawn[$0] }
    let failures = results.compactMap(\.failure).uniqued()
    guard failures.isEmpty else { throw .photos(failures) }
    return results.compactMap { try? $0.get() }
  }

  /// Draws what needs all photos.
  private func finish(_ letters: DrawnTexts?, below rasters: [Raster]) {
    for (index, original) in originals.enumerated() where index != original && openings == nil {
      let (source, target) = (placements[original].frame.bounds, placements[index].frame.bounds)
      raster.copy(source, to: target)
      if let gains { gains.copy(source, of: gains, to: target) }
    }
    Decoration(options, on: trim, lowerBorder: texts?.lowerBorder, bleed: bleed)?.draw(
      around: placements.map(\.frame), opaque: placements.map(\.photo.header.isOpaque), on: raster,
      gains, with: resources)
    if !areasAreFinal { letters?.lay(over: raster, gains, radius: cornerRadius, with: resources) }
    for (layer, placed) in zip(rasters, layers) {
      raster.lay(layer, at: placed.area, covering: gains, with: resources)
    }
  }

  /// The size of the canvas without its bleed, to which lengths refer.
  private var trim: PixelSize {
    PixelSize(width: raster.size.width - 2 * bleed, height: raster.size.height - 2 * bleed)
  }

  private var cornerRadius: Double {
    options.decoration.cornerRadius.pixels(
      onShortSide: min(trim.width, trim.height), of: options.layout.canvas)
  }
}

extension Placement {
  /// For each placement the index of the first placement that shows the same pixels.
  fileprivate static func firstsAlike(_ placements: [Placement]) -> [Int] {
    var firsts: [Look: Int] = [:]
    return placements.enumerated().map { index, placement in
      let look = Look(
        identity: placement.photo.identity, plan: placement.plan, size: placement.frame.size)
      let first = firsts[look] ?? index
      firsts[look] = first
      return first
    }
  }

  /// Two placements with the same look show the same pixels.
  private struct Look: Hashable {
    let identity: FileIdentity
    let plan: DecodePlan
    let size: PixelSize
  }
}

extension GainPlane {
  /// One for a canvas.
  fileprivate static func allocated(_ size: PixelSize) throws(CollageError) -> GainPlane {
    try rethrowing(GainPlane(size)) { (_: OutOfMemory) in CollageError.outOfMemory(size) }
  }
}

extension Raster {
  /// A canvas outside of whose areas everything has a colour.
  static func allocated(
    _ size: PixelSize, filledWith colour: Colour, in space: ColourSpace = .sRGB,
    except areas: [PixelRect] = []
  ) throws(CollageError) -> Raster {
    try rethrowing(Raster(canvas: size, filledWith: colour, in: space, except: areas)) {
      (_: OutOfMemory) in
      CollageError.outOfMemory(size)
    }
  }
}
