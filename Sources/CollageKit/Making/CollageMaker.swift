package import Imaging
package import PhotoCodecs
internal import PhotoLayouts
package import ReactiveTraits
package import SystemPackage

/// The stages of a collage, a function each: `photos(at:)`, `plan`, `compose`, and `make`, which
/// composes a plan and saves it. Between them stands a `SelectionStore`, whose rules decide what
/// may be chosen and saved: its `choose` and `save` join the stages, and everybody saves through
/// them.
package struct CollageMaker: Sendable {
  /// The share of a collage's time that composing takes; writing takes the rest.
  private static let composingShare = 0.8

  package var options: CollageOptions { didSet { made = MadeOptions(options) } }
  /// What its collages really have, as `options` decide.
  package private(set) var made: MadeOptions
  /// How collages are encoded, as `options` and the output's name decide.
  package var encoding: Encoding
  /// What it shares with the others of the run.
  package var context: MakingContext

  /// - Parameter encoding: nil to use what `options` say.
  package init(
    _ options: CollageOptions = CollageOptions(), encoding: Encoding? = nil,
    in context: MakingContext = MakingContext()
  ) {
    self.options = options
    made = MadeOptions(options)
    self.context = context
    self.encoding = encoding ?? Encoding(of: options)
  }

  /// - Parameter output: the file's name; nil for a collage that goes into a library.
  /// - Throws: `ContradictingFormat` and `UnsupportedFileExtension`.
  package init(
    _ options: CollageOptions, to output: FilePath?, in context: MakingContext = MakingContext()
  ) throws {
    try Encoding.checkAgreement(of: output, options.encoding.format)
    self.init(
      options.fillingCode(name: output?.stem), encoding: try Encoding(of: output, options),
      in: context)
  }

  /// What its collages become.
  ///
  /// - Throws: what can't be printed, whatever the photos.
  func output() throws(CollageError) -> CollageOutput { try CollageOutput(made, encoding) }

  /// Makes one collage and saves it: what was made, then finished; or one failure, and then nothing
  /// was written.
  ///
  /// Cold; works and delivers on a background queue, or on the thread that waits. Cancelling leaves
  /// no file behind.
  ///
  /// - Parameters:
  ///   - early: what was drawn while it was planned; nil for nothing.
  ///   - progress: receives how much is done, 0 to 1, on any queue.
  func make(
    _ plan: CollagePlan, continuing early: EarlyDrawing? = nil, with writer: any PhotoWriter,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) -> Single<SavedCollage, CollageError> {
    let making = check(writer, protecting: plan.inputs)
      .flatMap { compose(plan, continuing: early) { progress($0 * Self.composingShare) } }
      .flatMap { collage in
        writer.save(collage) {
          progress(Self.composingShare + $0 * (1 - Self.composingShare))
        }
        .map { asset in
          notePlaces(of: collage.recipe, plan)
          return SavedCollage(asset: asset, plan: plan, collage: collage)
        }
        .mapError(CollageError.init)
      }
    return withinBudget(of: plan, making)
  }

  /// The same work, which begins when there is memory for the plan.
  func withinBudget<Value>(
    of plan: CollagePlan, _ making: Single<Value, CollageError>
  ) -> Single<Value, CollageError> {
    guard let budget = context.budget else { return making }
    return .work { cancellation throws(CollageError) in
      let hasGains = hasGains(plan)
      let besideCanvas = (try? output())?.bytesBesideCanvas(withGains: hasGains) ?? 0
      let bytes = plan.bytes(withGains: hasGains) + besideCanvas
      let made = budget.with(min(bytes, budget.total), cancellation) {
        making.wait(cancelledBy: cancellation)
      }
      guard let made = made ?? nil else { throw .cancelled }
      return try made.get()
    }
  }

  func notePlaces(of recipe: Recipe, _ plan: CollagePlan) {
    guard let places = context.places else { return }
    for (entry, placement) in zip(recipe.photos, plan.placements) where placement.photo.copy == nil
    {
      if let digest = entry.digest { places.note(placement.photo.path, of: digest) }
    }
    for picture in plan.layers.map(\.picture) where picture.photo.copy == nil {
      places.note(picture.photo.path, of: picture.digest)
    }
  }

  /// Fetches photos from the web and reads the headers of all photos. If any photo is bad, the
  /// failure names every bad one; to find them, the others are decoded.
  func photos(at addresses: [PhotoAddress]) -> Single<[Photo], CollageError> {
    Single.work { _ throws(CollageError) in
      // What can't fit needs no photo to be opened.
      try CollagePlan.checkRoom(
        for: addresses.count, made.options, context.resources.memory)
    }
    .flatMap { intake.photos(at: addresses) }
    .flatMap { results in
      let photos = results.compactMap { try? $0.get() }
      let failures = results.compactMap(\.failure)
      if failures.isEmpty { return .just(photos) }
      return PreviewComposer(resources: context.resources).faults(of: photos, options.decoding).map
      {
        faults throws(CollageError) in
        let order = Dictionary(
          zip(addresses, addresses.indices), uniquingKeysWith: { first, _ in first })
        throw .photos(
          (failures + faults).uniqued().sorted {
            order[$0.address, default: 0] < order[$1.address, default: 0]
          })
      }
    }
  }

  package var intake: PhotoIntake { PhotoIntake(web: context.web, limits: options.decoding.limits) }

  /// What draws photos while they are planned, for a plan that is composed right after; nil where
  /// no faces are looked for.
  func earlyDrawing() -> EarlyDrawing? {
    guard context.faces != nil, made.options.layout.focus == .auto, let output = try? output()
    else { return nil }
    return EarlyDrawing(
      made, context.resources, bleed: output.bleed, keepsHDR: keepsHDR, sharing: context.frames)
  }

  /// Lays the photos out. Decodes only those in which faces are looked for.
  ///
  /// - Parameter early: draws these; nil to draw none.
  func plan(
    _ photos: [Photo], drawing early: EarlyDrawing? = nil
  ) -> Single<CollagePlan, CollageError> {
    Single.work { cancellation throws(CollageError) in
      try checkTransparency()
      // Report a canvas that is too large before laying out photos on it.
      if let size = made.options.layout.canvasSize { try check(size) }
      try checkPrint()
      let plan = try CollagePlan(
        photos, made, faces: context.faces, threads: context.resources.jobs,
        memory: context.resources.memory, advises: context.advisesOnFaces, drawing: early,
        isCancelled: { cancellation.isCancelled })
      try checkCanvas(of: plan)
      return plan
    }
  }

  /// Fails if the background is transparent, which the format or the palette can't be, if the
  /// format doesn't keep the palette's colours, or if no loss is wanted and the format can't be so.
  func checkTransparency() throws(CollageError) {
    if made.options.colour.palette != .none {
      if encoding.format != .png { throw .palette(.format(encoding.format)) }
      if !made.options.decoration.background.isOpaque { throw .palette(.transparency) }
    }
    if !encoding.format.hasAlpha, !made.options.decoration.background.isOpaque {
      throw .transparency(encoding.format, byName: options.encoding.format == nil)
    }
    if case .avif = encoding, options.encoding.isLossless { throw .lossless(encoding.format) }
  }

  /// Decodes and draws the photos.
  ///
  /// - Parameter early: has drawn some while the plan was made; nil for none.
  func compose(
    _ plan: CollagePlan, continuing early: EarlyDrawing? = nil,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) -> Single<Collage, CollageError> {
    Single.work { cancellation throws(CollageError) in
      let isCancelled: @Sendable () -> Bool = { cancellation.isCancelled }
      let pictures = context.resources.pictures
      // Of a layout that was not taken, or of a photo that another collage has drawn.
      defer { pictures.drop(Set(plan.placements.map(\.photo.identity))) }
      let output = try output()
      let bled = try SizedPlan(plan, made, bleed: output.bleed)
      if context.budget == nil {
        pictures.releaseSpare()
        context.faces?.releaseMemory()
      }
      let started = early?.take()
      var supply = DecodedPhotos(
        bled, made.options, context.resources, keepsHDR: keepsHDR, sharing: context.frames)
      let startedCanvas = started?.canvas(for: bled, &supply)
      let composer = try Composer(
        bled, supply, made.options, context.resources, on: startedCanvas)
      let canvas = composer.canvas
      let isOpaque = made.options.decoration.background.isOpaque
      let bands = PixelBands(canvas.raster, as: encoding, hasAlpha: !isOpaque)
      let encoder =
        composer.areasAreFinal && !output.drawsSheet && made.options.colour.palette == .none
        ? EarlyBandEncoder(
          bands, areas: composer.areas + plan.codeAreas(bleed: output.bleed), on: canvas.ground,
          isCancelled: isCancelled) : nil
      let photos = try composer.compose(
        followedBy: encoder, isCancelled: isCancelled, progress: progress)
      let digits =
        plan.code?.namesRecipe == true ? recipe(of: plan, photos, hdr: nil).codeDigits : nil
      layCode(of: plan, digits, on: canvas, bleed: output.bleed)
      let finished = try output.finished(
        canvas.raster, canvas.gains, on: isOpaque ? .white : .transparent)
      let colours = made.options.colour.palette.colours
      if !colours.isEmpty { finished.raster.dither(to: colours) }
      let finishedBands =
        output.drawsSheet
        ? PixelBands(finished.raster, as: encoding, hasAlpha: !isOpaque) : bands
      return collage(
        of: plan, photos, finishedBands, fitted(finished.gains, plan, photos), output,
        codeDigits: digits)
    }
  }

  private func collage(
    of plan: CollagePlan, _ photos: [DrawnPhoto], _ bands: PixelBands, _ gains: FittedGains?,
    _ output: CollageOutput, codeDigits: String?
  ) -> Collage {
    let page = output.page(of: bands.raster.size)
    let hasLargeUnits = encoding.format.hasPaper && page.pointsPerUnit > 1
    var recipe = self.recipe(of: plan, photos, hdr: hdr(of: plan, gains))
    recipe.code = codeDigits
    return Collage(
      bands, recipe, gains: gains, density: output.density, page: page,
      words: CollageDescription(of: plan, made, copies: page.copies.count).words,
      threads: context.resources.jobs, inputs: plan.inputs.map(\.identity),
      warnings: PhotoWarning.notes(of: photos, plan.placements, keepsHDR: keepsHDR)
        + (hasLargeUnits
          ? [PhotoWarning(address: nil, cause: .largeUnits(page.pointsPerUnit))] : [])
        + [lostHDR(of: plan)].compactMap(\.self))
  }

  /// - Parameter hdr: whether the collage has HDR; nil if that can't be asked.
  private func recipe(
    of plan: CollagePlan, _ photos: [DrawnPhoto], hdr: HDRChoice?
  ) -> Recipe {
    // Damage that was allowed and that no photo has is not worth recording.
    var recorded =
      photos.contains { $0.fault != nil } ? made : made.with(\.decoding.allowsDamage, false)
    // Nor is a font that wasn't there.
    if plan.texts?.texts.missingFont != nil { recorded = recorded.with(\.text.font, nil) }
    // A tree that was arranged by hand doesn't say the sizes.
    if made.options.layout.isArranged {
      recorded = recorded.with(\.layout.tree, plan.layout.tree)
    }
    return Recipe(
      plan.placements, digests: photos.map(\.digest), on: plan.layout.canvas,
      recorded.repeatingPhotos(plan.photoCount, to: plan.placements.count), encoding,
      plan.texts?.record, hdr: hdr, pick: plan.pick, people: plan.people,
      overlayPlace: plan.overlayCorner?.place)
  }

  /// Fails now for reasons that would make saving a collage of these photos fail later.
  package func check(_ writer: any PhotoWriter, protecting photos: [Photo]) -> Single<
    Void, CollageError
  > {
    Single.work { _ throws(CollageError) in
      try rethrowing(writer.check(protecting: photos.map(\.identity)), CollageError.init)
    }
  }

  /// Fails if the requested canvas exceeds what the format or the memory can hold, or has another
  /// shape than the template, whatever the photos.
  package func checkCanvas() throws(CollageError) {
    try checkPrint()
    if let template = options.pictures.template?.template {
      return try check(template.canvas(for: options.layout))
    }
    if let size = options.layout.canvasSize { return try check(size) }
    let longSide = options.layout.longestSide
    guard longSide <= encoding.maxSide else {
      throw .longSideTooLarge(longSide, longest: encoding.maxSide)
    }
  }

  /// Fails if the font that is required can't be found or read, whether there is text or not: one
  /// value, then finished; or the failure. Cold.
  ///
  /// - Cost: some milliseconds if the font is given by its name.
  package func checkFont() -> Single<Void, CollageError> {
    Single.work { cancellation throws(CollageError) in
      guard let font = options.text.font, font.isRequired else { return }
      do throws(TextError) {
        try FontFinder.check(font, isCancelled: { cancellation.isCancelled })
      } catch {
        throw cancellation.isCancelled ? .cancelled : .text(error)
      }
    }
  }

  /// Fails if the canvas of a collage exceeds what the format or the memory can hold.
  package func checkCanvas(of plan: CollagePlan) throws(CollageError) {
    try check(plan.layout.canvas, hasGains: hasGains(plan))
    if hasGains(plan) { try checkPrint(hasGains: true) }
  }

  func check(_ canvas: PixelSize, hasGains: Bool = false) throws(CollageError) {
    guard max(canvas.width, canvas.height) <= encoding.maxSide else {
      throw .canvasTooLarge(canvas, longest: encoding.maxSide)
    }
    try checkMemory(for: canvas, hasGains: hasGains)
  }

  /// Fails if a canvas exceeds what the memory can hold.
  ///
  /// - Parameter hasGains: whether photos have HDR that is kept.
  func checkMemory(for canvas: PixelSize, hasGains: Bool = false) throws(CollageError) {
    let encoderBytes = encoding.pixels.encoderBytes(of: canvas)
    let bytes =
      Raster.bytes(of: canvas) + (hasGains ? FittedGains.bytes(of: canvas) : 0) + encoderBytes
    guard bytes <= context.resources.memory.total else {
      if encoderBytes > 0 { throw context.resources.shortage(for: canvas, ofAll: bytes) }
      throw context.resources.shortage(for: canvas, withHDR: hasGains ? bytes : nil)
    }
  }
}

/// A collage that was saved.
package struct SavedCollage: Sendable {
  package let asset: SavedAsset
  package let plan: CollagePlan
  package let format: OutputFormat
  /// The collage's size in pixels.
  package let size: PixelSize
  package let warnings: [PhotoWarning]
  /// What its file says to those who don't see it; nil for nothing.
  package let words: PictureWords?
  let recipe: Recipe

  package var id: AssetID { asset.id }
  package var placements: [Placement] { plan.placements }

  /// The sentences for the user.
  package func warnings(_ remedies: Remedies) -> [String] {
    warnings.messages(remedies) + [asset.note].compactMap(\.self)
  }

  init(asset: SavedAsset, plan: CollagePlan, collage: Collage) {
    self.asset = asset
    self.plan = plan
    recipe = collage.recipe
    words = collage.words
    format = collage.format
    size = collage.raster.size
    warnings = collage.warnings + plan.warnings
  }
}

extension PhotoWarning {
  /// What was noted while photos were drawn, each once.
  ///
  /// - Parameter keepsHDR: whether it matters that a gain map can't be read.
  static func notes(
    of photos: [DrawnPhoto], _ placements: [Placement], keepsHDR: Bool = false
  ) -> [PhotoWarning] {
    zip(placements, photos).compactMap { placement, photo in
      let unread = keepsHDR ? placement.photo.header.gainMapFault : nil
      let parts = [photo.fault, photo.gainMapFault, unread].compactMap(\.self)
      return parts.isEmpty
        ? nil
        : PhotoWarning(
          address: placement.photo.address, cause: .note(parts.joined(separator: "; ")))
    }
    .uniqued()
  }
}

extension CollagePlan {
  /// The memory that composing it takes at once, in bytes: the canvas, and the buffers of the
  /// decoder that needs most.
  fileprivate func bytes(withGains hasGains: Bool) -> Int {
    Raster.bytes(of: layout.canvas) + layers.map { Raster.bytes(of: $0.area.size) }.reduce(0, +)
      + (hasGains ? FittedGains.bytes(of: layout.canvas) : 0)
      + (placements.map { $0.bytesToDraw(withGains: hasGains) }.max() ?? 0)
  }
}

extension CollageError {
  package init(_ error: PhotoWriterError) {
    self = error == .cancelled ? .cancelled : .writing(error)
  }
}
