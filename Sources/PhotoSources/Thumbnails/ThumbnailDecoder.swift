internal import Imaging
internal import PhotoCodecs
internal import ReactiveTraits

/// Decodes photos, and stored thumbnails, at a small size.
enum ThumbnailDecoder {
  /// A picture of a whole photo, upright, in sRGB.
  ///
  /// - Parameters:
  ///   - size: the length of the longer side, unless the photo is smaller.
  ///   - background: shown behind a photo that isn't opaque; transparent to keep its alpha.
  /// - Throws: the errors of `PhotoDecoder.draw`; `cancelled`.
  static func raster(
    of file: borrowing PhotoFile, _ header: PhotoHeader, _ size: ThumbnailSize, background: Colour,
    limits: DecodeLimits, _ cancellation: Cancellation
  ) throws(CodecError) -> Raster {
    let target = header.size.reduced(toLongSide: size.rawValue)
    let frame = Frame(target)
    let raster = try Raster.allocated(
      target, filledWith: .transparent, except: [frame.bounds],
      orThrow: { _ in CodecError.outOfMemory })
    let plan = plan(header, size)
    _ = try PhotoDecoder.draw(
      file, header, plan: plan, into: frame, of: raster, background: background, limits: limits,
      allowsDamage: false,
      isCancelled: { cancellation.isCancelled })
    return raster
  }

  /// Bytes that the decoder holds at once while it does that.
  static func bufferBytes(_ header: PhotoHeader, _ size: ThumbnailSize) -> Int {
    plan(header, size).decoderBufferBytes
  }

  private static func plan(_ header: PhotoHeader, _ size: ThumbnailSize) -> DecodePlan {
    DecodePlan(
      header, showing: Region(header.size), at: header.size.reduced(toLongSide: size.rawValue))
  }
}

extension Raster {
  /// A copy without transparency: coded values are blended, as image viewers do.
  func flattened(on background: ThumbnailBackground) throws(CodecError) -> Raster {
    let whole = PixelRect(size)
    let copy = try Raster.allocated(
      size, filledWith: .transparent, in: colourSpace, except: [whole],
      orThrow: { _ in CodecError.outOfMemory })
    copy.copy(whole, of: self, to: whole)
    switch background {
    case .colour(let colour): copy.lay(over: colour)
    case .checkerboard: copy.lay(over: Checkerboard(behind: size))
    }
    return copy
  }
}
