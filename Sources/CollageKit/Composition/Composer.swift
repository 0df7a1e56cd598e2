internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
internal import ReactiveTraits
internal import Synchronization
internal import ThreadPool

/// Draws photos, texts and layers onto a canvas of its own, in parallel over the photos. Collages
/// and previews differ in where the pixels of photos come from, and in their size.
///
/// The canvas is there from the beginning, so that whoever encodes it can follow how it is drawn.
/// Nothing here knows how it will be encoded.
struct Composer<Supply: PixelSupply>: Sendable {
  let canvas: PhotoCanvas
  private let plan: SizedPlan
  private let supply: Supply
  private let finishing: Finishing
  /// Nil where no photo has one.
  private let hairline: Hairline?
  private let options: CollageOptions
  private let resources: Resources

  /// - Parameter canvas: made for a plan with the same frames, and such a supply; nil to allocate
  ///   one.
  /// - Throws: `outOfMemory`.
  init(
    _ plan: SizedPlan, _ supply: Supply, _ options: CollageOptions, _ resources: Resources,
    on canvas: PhotoCanvas? = nil
  ) throws(CollageError) {
    self.plan = plan
    self.supply = supply
    self.options = options
    self.resources = resources
    finishing = Finishing(
      plan, options, opaque: supply.opaque, shadesSpecks: !Supply.isDraft)
    self.canvas = if let canvas { canvas } else { try PhotoCanvas(for: plan, supply) }
    hairline = Hairline(
      options.decoration, of: plan, supply.colourSpace, radius: finishing.cornerRadius)
  }

  /// The areas of the canvas that are drawn: the photos, in order, then the texts that lie on none.
  var areas: [PixelRect] { plan.frames.map(\.bounds) + (plan.texts?.areas ?? []) }

  /// Whether an area is final as soon as it is drawn. Decoration is drawn last and changes what is
  /// there, as does text on photos that are copied, and text that reaches over photos.
  var areasAreFinal: Bool {
    !Supply.isDraft && !options.decoration.isDecorated && plan.layers.isEmpty
      && plan.texts?.reachOver(plan.frames.map(\.bounds)) != true
      && !(plan.texts?.coversPhotos == true && supply.tasks.count < plan.frames.count)
  }

  /// Draws everything. The pixels don't depend on the number of threads.
  ///
  /// - Parameters:
  ///   - follower: is told of each area that is final, and gets the threads that have nothing to
  ///     draw; nil for none. Only where `areasAreFinal`.
  ///   - progress: receives how much is drawn, 0 to 1, on any thread.
  /// - Returns: what the supply knows of the photos.
  /// - Throws: what makes that impossible, `text`, `photos` for layers, or `cancelled`.
  func compose(
    followedBy follower: EarlyBandEncoder? = nil, isCancelled: @escaping @Sendable () -> Bool,
    progress: @Sendable (Double) -> Void = { _ in }
  ) throws(CollageError) -> Supply.Outcome {
    precondition(follower == nil || areasAreFinal)
    if isCancelled() { throw .cancelled }
    let tasks = supply.tasks
    let drawn = Locked([Int: Result<Supply.Drawn, PhotoError>]())
    let layers = Locked([Int: Result<Raster, PhotoError>]())
    let lettering = Lettering(
      plan.texts, on: canvas.raster, canvas.gains, radius: finishing.cornerRadius,
      laysAtEnd: !areasAreFinal)
    let whole = Double(max(tasks.map(\.cost).reduce(0, +), 1))
    let spent = Atomic(0)
    // Letters come first, because a process of its own takes its time.
    let firstPhoto = (plan.texts == nil ? 0 : 1) + plan.layers.count
    resources.forEach(below: firstPhoto + tasks.count) { index, spare in
      if index < plan.layers.count {
        let layer = layer(index, isCancelled: isCancelled)
        return layers.withLock { $0[index] = layer }
      }
      guard index >= firstPhoto else {
        canvas.ground.fill(above: plan.texts?.areas.map { $0.y + $0.height }.max() ?? 0)
        let finished = lettering.draw(supply.memory, isCancelled: isCancelled)
        for area in plan.frames.count..<areas.count { follower?.finished(area, spare) }
        for photo in finished { follower?.finished(photo, spare) }
        return
      }
      let task = tasks[index - firstPhoto]
      let place = task.places[0]
      let result = supply.draw(task, on: canvas, spare, isCancelled: isCancelled)
      drawn.withLock { $0[place] = result }
      if case .success = result {
        hairline?.draw(around: place, isOpaque: supply.opaque[place], on: canvas.raster)
      }
      if case .success = result, lettering.photoIsDrawn(place) {
        follower?.finished(place, spare)
      }
      progress(Double(spent.add(task.cost, ordering: .relaxed).newValue) / whole)
    } thenWhileOthersWork: {
      follower?.encodeBand() == true
    }
    follower?.finish()
    if isCancelled() { throw .cancelled }
    canvas.ground.fill()
    let letters = try lettering.letters()
    let outcome = try supply.outcome(of: drawn.withLock { $0 })
    let drawnLayers = layers.withLock(\.self)
    let rasters = try plan.layers.indices.compactMap { drawnLayers[$0] }.allOrFailures()
    supply.drawRest(on: canvas)
    finishing.draw(
      areasAreFinal ? nil : letters, below: rasters, on: canvas, with: resources)
    return outcome
  }

  private func layer(
    _ index: Int, isCancelled: @escaping @Sendable () -> Bool
  ) -> Result<Raster, PhotoError> {
    Result { () throws(PhotoError) in
      try plan.layers[index].drawn(
        in: canvas.raster.colourSpace, options.decoding.limits, resources.layers,
        isCancelled: isCancelled)
    }
  }
}

extension Array {
  /// The values.
  ///
  /// - Throws: `photos` with every failure, each once.
  func allOrFailures<Value>() throws(CollageError) -> [Value]
  where Element == Result<Value, PhotoError> {
    let failures = compactMap(\.failure).uniqued()
    guard failures.isEmpty else { throw .photos(failures) }
    return compactMap { try? $0.get() }
  }
}

extension PhotoCanvas {
  /// Allocates one on which everything but the photos has its colour.
  ///
  /// - Throws: `outOfMemory`.
  init<Supply: PixelSupply>(for plan: SizedPlan, _ supply: Supply) throws(CollageError) {
    raster = try Raster.allocated(
      plan.size, filledWith: supply.ground, in: supply.colourSpace,
      except: [PixelRect(plan.size)], orThrow: { CollageError.outOfMemory($0) })
    let fillsFrames = plan.openings == nil && !Supply.isDraft
    ground = CanvasGround(
      raster, supply.ground, except: fillsFrames ? plan.frames.map(\.bounds) : [])
    if !fillsFrames { ground.fill() }
    gains = try supply.hasGains ? GainPlane.allocated(plan.size) : nil
    openings = plan.openings
  }
}

extension GainPlane {
  /// One for a canvas.
  fileprivate static func allocated(_ size: PixelSize) throws(CollageError) -> GainPlane {
    try rethrowing(GainPlane(size)) { (_: OutOfMemory) in CollageError.outOfMemory(size) }
  }
}
