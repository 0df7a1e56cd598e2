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

/// Draws photos into their frames on a canvas; any number at once, as long as these don't overlap.
struct PhotoDrawing: Sendable {
  let raster: Raster
  /// The raster's gains; nil to draw none.
  let gains: GainPlane?
  let options: CollageOptions
  let resources: Resources
  /// What the canvas leaves of the memory; decoders take theirs from it.
  let decoderMemory: MemoryBudget
  /// Says whose gains are drawn.
  let memory: CanvasMemory
  /// Frames shared with other collages; nil when none are shared.
  let frames: FrameCache?
  /// Which pixels show which photo; nil where each fills its frame.
  let openings: OpeningMap?
  let isCancelled: @Sendable () -> Bool

  /// Copies a frame that another collage has drawn; else decodes the photo, and stores the frame
  /// for those that need it later.
  ///
  /// - Parameters:
  ///   - alike: the frames that show these pixels. Where photos fill their frames, the placement's
  ///     own alone is drawn.
  ///   - spare: threads that may help.
  func draw(_ placement: Placement, in alike: [Frame], _ spare: SpareThreads) -> Result<
    DrawnPhoto, PhotoError
  > {
    let key = FrameCache.Key(placement, options, hasGains: memory.drawsGains(of: placement))
    let address = placement.photo.address
    let claim = frames?.claim(key, of: address) ?? .unshared
    if case .known(let frame) = claim {
      show(frame.raster, frame.gains, in: alike, placement)
      return .success(noted(frame.photo, placement))
    }
    let drawn = Result { () throws(PhotoError) in
      try openings == nil ? drawInFrame(placement, spare) : drawInLayer(placement, alike, spare)
    }
    if case .first = claim { frames?.settle(key, of: address, with: try? drawn.get().frame()) }
    return drawn.map { noted($0.photo, placement) }
  }

  /// What is known of a drawn photo, and if its gains had to be left out, why.
  private func noted(_ photo: DrawnPhoto, _ placement: Placement) -> DrawnPhoto {
    guard let bytes = memory.lackingBytes(of: placement) else { return photo }
    var photo = photo
    let part = placement.photo.header.gainMap == nil ? "HDR" : "gain map"
    photo.gainMapFault =
      "its \(part) is left out: with it, the photo \(resources.shortage(of: bytes))"
    return photo
  }

  /// A photo that was drawn, and how its frame is kept for others; nil where there is no memory.
  private struct Drawn {
    let photo: DrawnPhoto
    let frame: () -> FrameCache.DrawnFrame?
  }

  private func drawInFrame(_ placement: Placement, _ spare: SpareThreads) throws(PhotoError)
    -> Drawn
  {
    let gains = memory.drawsGains(of: placement) ? gains : nil
    let photo = try decode(placement, into: placement.frame, of: raster, gains, spare)
    return Drawn(photo: photo) {
      FrameCache.DrawnFrame(
        copying: placement.frame, of: raster, photo.headroom == nil ? nil : gains, photo)
    }
  }

  /// Draws the photo by itself, because the frames of others may overlap its own.
  private func drawInLayer(
    _ placement: Placement, _ alike: [Frame], _ spare: SpareThreads
  ) throws(PhotoError) -> Drawn {
    let frame = Frame(placement.frame.size)
    guard
      let layer = try? Raster(
        canvas: frame.size, filledWith: .transparent, in: raster.colourSpace, except: [frame.bounds]
      )
    else { throw CodecError.outOfMemory.at(placement.photo) }
    var own: GainPlane?
    if memory.drawsGains(of: placement) {
      own = try? GainPlane(frame.size)
      if own == nil { throw CodecError.outOfMemory.at(placement.photo) }
    }
    let photo = try decode(placement, into: frame, of: layer, own, spare)
    if photo.headroom == nil { own = nil }
    show(layer, own, in: alike, placement)
    return Drawn(photo: photo) { [own] in
      FrameCache.DrawnFrame(raster: layer, gains: own, photo: photo)
    }
  }

  /// - Parameter layerGains: nil for those of a photo without HDR.
  private func show(
    _ layer: Raster, _ layerGains: GainPlane?, in alike: [Frame], _ placement: Placement
  ) {
    guard let openings else {
      let area = PixelRect(layer.size)
      raster.copy(area, of: layer, to: placement.frame.bounds)
      if let layerGains { gains?.copy(area, of: layerGains, to: placement.frame.bounds) }
      return
    }
    for frame in alike {
      guard let opening = frame.opening else { continue }
      let runs = openings.runs(of: opening.number)
      raster.copy(runs, of: layer, lyingAt: frame.bounds)
      if let layerGains { gains?.copy(runs, of: layerGains, lyingAt: frame.bounds) }
    }
  }

  private func decode(
    _ placement: Placement, into frame: Frame, of raster: Raster, _ gains: GainPlane?,
    _ spare: SpareThreads
  ) throws(PhotoError) -> DrawnPhoto {
    let photo = placement.photo
    let bytes = placement.bytesToDraw(withGains: gains != nil)
    guard bytes <= decoderMemory.total else {
      throw resources.shortage(of: bytes + resources.memory.total - decoderMemory.total).at(photo)
    }
    let file = try photo.open()
    let digest = PhotoDigest.start(photo, file, spare)
    defer { digest.stop() }
    do throws(CodecError) {
      // First the share that the canvas leaves, then what others with the same resources leave.
      let notes = try decoderMemory.with(bytes) { () throws(CodecError) in
        try resources.memory.with(bytes) { () throws(CodecError) in
          try PhotoDecoder.draw(
            file, photo.header, plan: placement.plan, into: frame, of: raster,
            gains: gains, background: options.decoration.decodingBackground,
            limits: options.decoding.limits,
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
