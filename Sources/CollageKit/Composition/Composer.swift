internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
internal import ReactiveTraits
internal import Synchronization
internal import ThreadPool

/// Draws the photos of a collage into their frames, in parallel over the photos.
struct Composer: Sendable {
  let options: CollageOptions
  /// The rank of the layout that was taken, for the recipe; nil for the one that the options ask
  /// for.
  var pick: Int?
  let resources: Resources
  /// Frames shared with other collages; nil when none are shared.
  var frames: FrameCache?

  /// The result of drawing one photo.
  private struct Outcome {
    var digest: Digest?
    var warning: String?
    var failure: PhotoError?
  }

  /// The letters of the texts, and the photos that were drawn before them.
  private struct Letters {
    /// Nil until they are drawn.
    var drawn: Result<DrawnTexts?, CollageError>?
    /// The places of photos, from 0.
    var waiting: [Int] = []
  }

  /// Draws every placement, and the texts, into one new raster of the canvas's size.
  ///
  /// The pixels do not depend on the number of threads. A photo that is placed twice in the same
  /// way is decoded once.
  ///
  /// - Throws: every photo that failed, in the order of the placements, `text`, or `cancelled`.
  func compose(
    _ placements: [Placement], _ texts: PlacedTexts? = nil, on canvas: PixelSize,
    encoding: Encoding,
    isCancelled: @escaping @Sendable () -> Bool,
    progress: @Sendable (Double) -> Void
  ) throws(CollageError) -> Collage {
    if isCancelled() { throw .cancelled }
    let raster = try Raster.allocated(
      canvas, filledWith: options.decoration.decodingBackground, in: options.colour.space,
      except: placements.map(\.frame))
    // What is left beside the canvas is for what decoders hold, and for pictures that needn't be
    // decoded again.
    let rest = resources.memory.total - Raster.bytes(of: canvas)
    let needed = placements.map(\.plan.decoderBufferBytes).max() ?? 0
    resources.pictures.shrink(to: rest - needed)
    let held = MemoryBudget(max(rest - resources.pictures.bytes, min(rest, needed), 0))
    let pixels = PixelBands(raster, as: encoding, hasAlpha: !options.decoration.background.isOpaque)
    let originals = originals(of: placements)
    let distinct = Set(originals).sorted { placements[$0].cost > placements[$1].cost }
    // Decoration is drawn last and changes pixels that are already drawn, as does text on photos
    // that are copied.
    let changesLater =
      options.decoration.isDecorated
      || texts?.coversPhotos == true && distinct.count < placements.count
    let radius = options.decoration.cornerRadius.pixels(
      onShortSide: min(canvas.width, canvas.height))
    // Letters are drawn while photos are decoded, and first, because a process of its own takes its
    // time.
    let textAreas = texts?.areas ?? []
    let textTurns = texts == nil ? 0 : 1
    let letters = Locked(Letters(drawn: texts == nil ? .success(nil) : nil))
    let earlyEncoder =
      changesLater
      ? nil
      : EarlyBandEncoder(
        pixels, frames: placements.map(\.frame) + textAreas, isCancelled: isCancelled)
    let whole = Double(max(distinct.map { placements[$0].cost }.reduce(0, +), 1))
    let outcomes = Locked([Int: Outcome]())
    let spent = Atomic(0)
    @Sendable func finish(
      _ index: Int, _ drawn: Result<DrawnTexts?, CollageError>, _ spare: SpareThreads
    ) {
      if !changesLater { try? drawn.get()?.lay(on: index, of: raster, radius: radius) }
      earlyEncoder?.finished(index, spare)
    }
    resources.forEach(below: textTurns + distinct.count) { turn, spare in
      guard turn >= textTurns else {
        let drawn = Result { () throws(CollageError) in
          try texts?.drawn(for: changesLater ? nil : raster, held, isCancelled: isCancelled)
        }
        let waiting = letters.withLock { letters in
          letters.drawn = drawn
          return letters.waiting
        }
        if !changesLater { try? drawn.get()?.lay(on: nil, of: raster, radius: radius) }
        for area in textAreas.indices { earlyEncoder?.finished(placements.count + area, spare) }
        for index in waiting { finish(index, drawn, spare) }
        return
      }
      let index = distinct[turn - textTurns]
      let outcome = share(placements[index], into: raster, held, spare, isCancelled: isCancelled)
      outcomes.withLock { $0[index] = outcome }
      if outcome.failure == nil {
        // Whichever is there last, the photo or the letters, lays the text.
        let drawn = letters.withLock { letters in
          if letters.drawn == nil { letters.waiting.append(index) }
          return letters.drawn
        }
        if let drawn { finish(index, drawn, spare) }
      }
      progress(Double(spent.add(placements[index].cost, ordering: .relaxed).newValue) / whole)
    } thenWhileOthersWork: {
      earlyEncoder?.encodeBand() == true
    }
    earlyEncoder?.finish()
    if isCancelled() { throw .cancelled }
    let drawn = try letters.withLock { $0.drawn }?.get()
    let results = outcomes.withLock { outcomes in originals.map { outcomes[$0] ?? Outcome() } }
    let failures = results.compactMap(\.failure).uniqued()
    guard failures.isEmpty else { throw .photos(failures) }
    for (index, original) in originals.enumerated() where index != original {
      raster.copy(placements[original].frame, to: placements[index].frame)
    }
    Decoration(options.decoration, on: canvas)?.draw(
      around: placements.map(\.frame), opaque: placements.map(\.photo.header.isOpaque), on: raster,
      with: resources)
    if changesLater { drawn?.lay(over: raster, radius: radius, with: resources) }
    // Damage that was allowed and that no photo has is not worth recording.
    let recorded =
      results.contains { $0.warning != nil }
      ? options : options.with(\.decoding.allowsDamage, false)
    return Collage(
      pixels: pixels,
      recipe: Recipe(
        placements, digests: results.compactMap(\.digest), on: canvas, recorded, encoding,
        texts?.record, pick: pick),
      density: options.layout.canvas.density,
      threads: resources.jobs,
      inputs: placements.map(\.photo.identity),
      warnings: zip(placements, results)
        .compactMap { placement, result in
          result.warning.map { PhotoWarning(address: placement.photo.address, cause: .note($0)) }
        }
        .uniqued())
  }

  /// For each placement the index of the first placement that shows the same pixels.
  private func originals(of placements: [Placement]) -> [Int] {
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

  /// Copies a frame that another collage has drawn; else draws it and stores it for those that need
  /// it later.
  private func share(
    _ placement: Placement, into raster: Raster, _ held: MemoryBudget, _ spare: SpareThreads,
    isCancelled: @escaping @Sendable () -> Bool
  ) -> Outcome {
    let key = FrameCache.Key(placement, options)
    let claim = frames?.claim(key, of: placement.photo.address) ?? .unshared
    if case .known(let frame) = claim {
      raster.copy(frame.all, of: frame.raster, to: placement.frame)
      return Outcome(digest: frame.digest, warning: frame.warning)
    }
    let outcome = draw(placement, into: raster, held, spare, isCancelled: isCancelled)
    if case .first = claim {
      let frame = outcome.digest.flatMap {
        FrameCache.Frame(copying: placement.frame, of: raster, digest: $0, warning: outcome.warning)
      }
      frames?.settle(key, of: placement.photo.address, with: outcome.failure == nil ? frame : nil)
    }
    return outcome
  }

  private func draw(
    _ placement: Placement, into raster: Raster, _ held: MemoryBudget, _ spare: SpareThreads,
    isCancelled: @escaping @Sendable () -> Bool
  ) -> Outcome {
    let photo = placement.photo
    do throws(PhotoError) {
      let bytes = placement.plan.decoderBufferBytes
      guard bytes <= held.total else {
        throw resources.shortage(of: bytes + resources.memory.total - held.total).at(photo)
      }
      let file = try photo.open()
      let digest = PhotoDigest.start(photo, file, spare)
      defer { digest.stop() }
      do throws(CodecError) {
        // First the share that the canvas leaves, then what others with the same resources leave.
        let warning = try held.with(bytes) { () throws(CodecError) in
          try resources.memory.with(bytes) { () throws(CodecError) in
            try PhotoDecoder.draw(
              file, photo.header, plan: placement.plan, into: placement.frame, of: raster,
              background: options.decoration.decodingBackground, limits: options.decoding.limits,
              allowsDamage: options.decoding.allowsDamage, pictures: resources.pictures,
              spare: spare,
              hasher: digest.hasher, isCancelled: isCancelled)
          }
        }
        let value = try digest.value(isCancelled: isCancelled)
        guard try file.isUnchanged() else { throw .changedWhileReading }
        return Outcome(digest: value, warning: warning)
      } catch {
        throw error.at(photo)
      }
    } catch {
      return Outcome(failure: error)
    }
  }
}

extension Raster {
  /// A canvas outside of whose frames everything has a colour.
  static func allocated(
    _ size: PixelSize, filledWith colour: Colour, in space: ColourSpace = .sRGB,
    except frames: [PixelRect] = []
  ) throws(CollageError) -> Raster {
    try rethrowing(Raster(canvas: size, filledWith: colour, in: space, except: frames)) {
      (_: OutOfMemory) in
      CollageError.outOfMemory(size)
    }
  }
}

extension CodecError {
  fileprivate func at(_ photo: Photo) -> PhotoError {
    PhotoError(photo.address, cause: .codec(self))
  }
}
