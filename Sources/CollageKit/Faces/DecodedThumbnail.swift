internal import Imaging
internal import PhotoCodecs
internal import ReactiveTraits

/// The result of decoding a whole photo at a small size: an upright raster, its fault, or both.
struct DecodedThumbnail: Sendable {
  /// Nil if the photo can't be decoded.
  private(set) var raster: Raster?
  /// Why it can't be decoded, or that it is damaged; nil if it is intact.
  private(set) var fault: CodecError?

  /// - Parameters:
  ///   - background: what shows through a translucent photo.
  ///   - eighths: the decoder's reduction; nil for the strongest.
  ///   - pictures: how pictures that were decoded before are used.
  ///   - spare: threads that may help; nil for none.
  /// - Throws: what may be otherwise another time: limits, memory, files, cancelling.
  init(
    of photo: Photo, _ size: PixelSize, on background: Colour, _ limits: DecodeLimits,
    _ resources: Resources, _ fidelity: Fidelity = .draft, eighths: Int? = nil,
    pictures: PictureReuse, spare: SpareThreads? = nil, isCancelled: @escaping @Sendable () -> Bool
  ) throws(PhotoError) {
    guard let raster = try? Raster(canvas: size, filledWith: background, in: .sRGB, except: [])
    else {
      throw PhotoError(photo.address, cause: .codec(.outOfMemory))
    }
    let plan = DecodePlan(
      photo.header, showing: Region(photo.size), at: size, fidelity, eighths: eighths)
    let needed = plan.decoderBufferBytes
    let memory = resources.memory
    guard needed <= memory.total else {
      throw PhotoError(photo.address, cause: .codec(resources.shortage(of: needed)))
    }
    resources.pictures.shrink(to: memory.total - resources.jobs * needed)
    let file = try photo.open()
    self.raster = raster
    do throws(CodecError) {
      _ = try memory.with(needed) { () throws(CodecError) in
        try PhotoDecoder.draw(
          file, photo.header, plan: plan, into: Frame(size), of: raster, background: background,
          limits: limits,
          allowsDamage: false, pictures: pictures, spare: spare, isCancelled: isCancelled)
      }
    } catch {
      switch error {
      // The intact part was drawn before the damage was found.
      case .damaged(_, allowable: true): break
      case .damaged, .unsupported: self.raster = nil
      default: throw PhotoError(photo.address, cause: .codec(error))
      }
      fault = error
    }
  }
}
