internal import Imaging
internal import PhotoCodecs
internal import ReactiveTraits

/// What is known of a photo once it is drawn.
struct DrawnPhoto: Sendable {
  /// Of the file's bytes that were decoded.
  let digest: Digest
  /// A problem that did not stop decoding; nil for none.
  let warning: String?
}

/// Draws photos into their frames on a canvas; any number at once, as long as these don't overlap.
struct PhotoDrawing: Sendable {
  let raster: Raster
  let options: CollageOptions
  let resources: Resources
  /// What the canvas leaves of the memory; decoders take theirs from it.
  let decoderMemory: MemoryBudget
  /// Frames shared with other collages; nil when none are shared.
  let frames: FrameCache?
  let isCancelled: @Sendable () -> Bool

  /// Copies a frame that another collage has drawn; else decodes the photo, and stores the frame
  /// for those that need it later.
  ///
  /// - Parameter spare: threads that may help.
  func draw(_ placement: Placement, _ spare: SpareThreads) -> Result<DrawnPhoto, PhotoError> {
    let key = FrameCache.Key(placement, options)
    let address = placement.photo.address
    let claim = frames?.claim(key, of: address) ?? .unshared
    if case .known(let frame) = claim {
      raster.copy(frame.all, of: frame.raster, to: placement.frame.bounds)
      return .success(frame.photo)
    }
    let result = Result { () throws(PhotoError) in try decode(placement, spare) }
    if case .first = claim {
      frames?.settle(
        key, of: address,
        with: (try? result.get()).flatMap {
          FrameCache.DrawnFrame(copying: placement.frame, of: raster, $0)
        })
    }
    return result
  }

  private func decode(_ placement: Placement, _ spare: SpareThreads) throws(PhotoError)
    -> DrawnPhoto
  {
    let photo = placement.photo
    let bytes = placement.plan.decoderBufferBytes
    guard bytes <= decoderMemory.total else {
      throw resources.shortage(of: bytes + resources.memory.total - decoderMemory.total).at(photo)
    }
    let file = try photo.open()
    let digest = PhotoDigest.start(photo, file, spare)
    defer { digest.stop() }
    do throws(CodecError) {
      // First the share that the canvas leaves, then what others with the same resources leave.
      let warning = try decoderMemory.with(bytes) { () throws(CodecError) in
        try resources.memory.with(bytes) { () throws(CodecError) in
          try PhotoDecoder.draw(
            file, photo.header, plan: placement.plan, into: placement.frame, of: raster,
            background: options.decoration.decodingBackground, limits: options.decoding.limits,
            allowsDamage: options.decoding.allowsDamage, pictures: .taking(resources.pictures),
            spare: spare, hasher: digest.hasher, isCancelled: isCancelled)
        }
      }
      let value = try digest.value(isCancelled: isCancelled)
      guard try file.isUnchanged() else { throw .changedWhileReading }
      return DrawnPhoto(digest: value, warning: warning)
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
