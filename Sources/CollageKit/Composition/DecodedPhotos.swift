internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
internal import ReactiveTraits

/// What is known of a photo once it is drawn.
struct DrawnPhoto: Sendable {
  /// Of the file's bytes that were decoded.
  let digest: Digest
  /// A problem that did not stop decoding; nil for none.
  let fault: String?
  /// Why its gain map could not be used; nil if it could, if there is none, or if gains weren't
  /// wanted.
  var gainMapFault: String?
  /// The headroom, in stops, with which a display shows its HDR rendition in full; nil if its gains
  /// were not drawn.
  var headroom: Double?
}

/// Decodes photos for their frames on a canvas, each photo once that is placed twice in the same
/// way.
struct DecodedPhotos: PixelSupply {
  static let isDraft = false

  let tasks: [PhotoTask]
  /// What the canvas leaves of the memory; decoders and letters take theirs from it.
  let memory: MemoryBudget
  /// What is already on the canvas, by place.
  var early: [Int: EarlyPhoto] = [:]
  private let placements: [Placement]
  private let options: CollageOptions
  private let resources: Resources
  /// Says whose gains are drawn.
  private let canvasMemory: CanvasMemory
  /// Frames shared with other collages; nil when none are shared.
  private let cache: FrameCache?

  /// - Parameter keepsHDR: whether the gains of photos with HDR are drawn.
  init(
    _ plan: SizedPlan, _ options: CollageOptions, _ resources: Resources, keepsHDR: Bool = false,
    sharing cache: FrameCache? = nil
  ) {
    let placements = plan.placements
    self.placements = placements
    self.options = options
    self.resources = resources
    self.cache = cache
    let layerBytes = plan.layers.map { Raster.bytes(of: $0.area.size) }.reduce(0, +)
    let canvasMemory = CanvasMemory(
      limit: resources.memory.total, canvas: plan.size,
      bytes: Raster.bytes(of: plan.size) + layerBytes, placements, keepsHDR: keepsHDR)
    self.canvasMemory = canvasMemory
    // Pictures that needn't be decoded again make way for what decoders hold.
    let rest = canvasMemory.rest
    let needed = placements.map { canvasMemory.bytes(of: $0) }.max() ?? 0
    resources.pictures.shrink(to: rest - needed)
    memory = MemoryBudget(max(rest - resources.pictures.bytes, min(rest, needed), 0))
    tasks = Placement.alike(placements)
      .map { PhotoTask(places: $0, cost: placements[$0[0]].cost) }
      .sorted { $0.cost > $1.cost }
  }

  var colourSpace: ColourSpace { options.colour.space }
  var ground: Colour { options.decoration.decodingBackground }
  var hasGains: Bool { canvasMemory.hasGains }
  var opaque: [Bool] { placements.map(\.photo.header.isOpaque) }

  /// Whether the canvases have gains at the same places.
  func drawsSameGains(as other: DecodedPhotos) -> Bool {
    hasGains == other.hasGains
      && placements.map { canvasMemory.drawsGains(of: $0) }
        == other.placements.map { other.canvasMemory.drawsGains(of: $0) }
  }

  /// What decides how a photo looks in its frame.
  func key(of placement: Placement) -> FrameCache.Key {
    FrameCache.Key(placement, options, hasGains: canvasMemory.drawsGains(of: placement))
  }

  /// In the order of the placements.
  ///
  /// - Throws: every photo that failed, in that order.
  func outcome(
    of drawn: [Int: Result<DrawnPhoto, PhotoError>]
  ) throws(CollageError) -> [DrawnPhoto] {
    var firsts = Array(placements.indices)
    for task in tasks {
      for place in task.places { firsts[place] = task.places[0] }
    }
    return try firsts.compactMap { drawn[$0] }.allOrFailures()
  }

  func drawRest(on canvas: PhotoCanvas) {
    guard canvas.openings == nil else { return }
    for task in tasks {
      let source = placements[task.places[0]].frame.bounds
      for place in task.places.dropFirst() {
        let target = placements[place].frame.bounds
        canvas.raster.copy(source, to: target)
        if let gains = canvas.gains { gains.copy(source, of: gains, to: target) }
      }
    }
  }

  /// Draws a photo, unless that was done early. Where photos fill their frames, only the first of
  /// these is drawn.
  func draw(
    _ task: PhotoTask, on canvas: PhotoCanvas, _ spare: SpareThreads,
    isCancelled: @escaping @Sendable () -> Bool
  ) -> Result<DrawnPhoto, PhotoError> {
    let placement = placements[task.places[0]]
    let places = canvas.openings == nil ? task.places.prefix(1) : task.places[...]
    if let early = early[task.places[0]], early.shows(placement, key(of: placement)) {
      return .success(noted(early.photo, placement))
    }
    return drawn(
      placement, in: places.map { placements[$0].frame }, on: canvas, spare,
      isCancelled: isCancelled
    ).map { noted($0, placement) }
  }

  /// Copies a frame that another collage has drawn; else decodes the photo, and stores the frame
  /// for those that need it later.
  ///
  /// - Parameter frames: all that show it like this.
  func drawn(
    _ placement: Placement, in frames: [Frame], on canvas: PhotoCanvas, _ spare: SpareThreads,
    isCancelled: @escaping @Sendable () -> Bool
  ) -> Result<DrawnPhoto, PhotoError> {
    let key = key(of: placement)
    let address = placement.photo.address
    let claim = cache?.claim(key, of: address) ?? .unshared
    if case .known(let known) = claim {
      for frame in frames { canvas.show(known.raster, known.gains, in: frame) }
      return .success(known.photo)
    }
    let drawn = Result { () throws(PhotoError) in
      try canvas.openings == nil
        ? drawInFrame(placement, on: canvas, spare, isCancelled)
        : drawInLayer(placement, for: frames, on: canvas, spare, isCancelled)
    }
    if case .first = claim { cache?.settle(key, of: address, with: try? drawn.get().frame()) }
    return drawn.map(\.photo)
  }

  /// What is known of a drawn photo, and if its gains had to be left out, why.
  private func noted(_ photo: DrawnPhoto, _ placement: Placement) -> DrawnPhoto {
    guard let bytes = canvasMemory.lackingBytes(of: placement) else { return photo }
    var photo = photo
    let part = placement.photo.header.gainMap == nil ? "HDR" : "gain map"
    photo.gainMapFault =
      "its \(part) is left out: with it, the photo \(resources.shortage(of: bytes))"
    return photo
  }

  /// A photo that was drawn, and how its frame is kept for others; nil where there is no memory.
  private struct NewFrame {
    let photo: DrawnPhoto
    let frame: () -> FrameCache.DrawnFrame?
  }

  private func drawInFrame(
    _ placement: Placement, on canvas: PhotoCanvas, _ spare: SpareThreads,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(PhotoError) -> NewFrame {
    let gains = canvasMemory.drawsGains(of: placement) ? canvas.gains : nil
    let photo = try decode(
      placement, into: placement.frame, of: canvas.raster, gains, spare, isCancelled)
    return NewFrame(photo: photo) {
      FrameCache.DrawnFrame(
        copying: placement.frame, of: canvas.raster, photo.headroom == nil ? nil : gains, photo)
    }
  }

  /// Draws the photo by itself, because the frames of others may overlap its own.
  private func drawInLayer(
    _ placement: Placement, for frames: [Frame], on canvas: PhotoCanvas, _ spare: SpareThreads,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(PhotoError) -> NewFrame {
    let frame = Frame(placement.frame.size)
    guard
      let layer = try? Raster(
        canvas: frame.size, filledWith: .transparent, in: colourSpace, except: [frame.bounds])
    else { throw CodecError.outOfMemory.at(placement.photo) }
    var own: GainPlane?
    if canvasMemory.drawsGains(of: placement) {
      own = try? GainPlane(frame.size)
      if own == nil { throw CodecError.outOfMemory.at(placement.photo) }
    }
    let photo = try decode(placement, into: frame, of: layer, own, spare, isCancelled)
    if photo.headroom == nil { own = nil }
    for frame in frames { canvas.show(layer, own, in: frame) }
    return NewFrame(photo: photo) { [own] in
      FrameCache.DrawnFrame(raster: layer, gains: own, photo: photo)
    }
  }

  private func decode(
    _ placement: Placement, into frame: Frame, of raster: Raster, _ gains: GainPlane?,
    _ spare: SpareThreads, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(PhotoError) -> DrawnPhoto {
    let photo = placement.photo
    let bytes = placement.bytesToDraw(withGains: gains != nil)
    guard bytes <= memory.total else {
      throw resources.shortage(of: bytes + resources.memory.total - memory.total).at(photo)
    }
    let file = try photo.open()
    let digest = PhotoDigest.start(photo, file, spare)
    defer { digest.stop() }
    do throws(CodecError) {
      // First the share that the canvas leaves, then what others with the same resources leave.
      let notes = try memory.with(bytes) { () throws(CodecError) in
        try resources.memory.with(bytes) { () throws(CodecError) in
          try PhotoDecoder.draw(
            file, photo.header, plan: placement.plan, into: frame, of: raster,
            gains: gains, background: options.decoration.decodingBackground,
            tone: options.colour.tone, limits: options.decoding.limits,
            allowsDamage: options.decoding.allowsDamage, pictures: .taking(resources.pictures),
            spare: spare, hasher: digest.hasher, isCancelled: isCancelled)
        }
      }
      let value = try digest.value(isCancelled: isCancelled)
      guard try file.isUnchanged() else { throw .changedWhileReading }
      return DrawnPhoto(
        digest: value, fault: notes.fault, gainMapFault: notes.gainMapFault,
        headroom: notes.headroom)
    } catch {
      throw error.at(photo)
    }
  }
}

extension CodecError {
  fileprivate func at(_ photo: Photo) -> PhotoError {
    PhotoError(photo.address, cause: .codec(self))
  }
}

extension Placement {
  /// The indices of placements, together those that show the same pixels, in order.
  fileprivate static func alike(_ placements: [Placement]) -> [[Int]] {
    let groups = Dictionary(grouping: placements.indices) { place in
      let placement = placements[place]
      return Look(
        identity: placement.photo.identity, plan: placement.plan, size: placement.frame.size)
    }
    return groups.values.sorted { $0[0] < $1[0] }
  }

  /// Two placements with the same look show the same pixels.
  private struct Look: Hashable {
    let identity: FileIdentity
    let plan: DecodePlan
    let size: PixelSize
  }
}
