internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
internal import PhotoSources
internal import ReactiveTraits
internal import ThreadPool

/// Templates and overlays, read once and drawn once at each size, however many collages they are
/// for. Thread-safe.
final class LayerStore: Sendable {
  private struct TemplateKey: Hashable {
    let identity: FileIdentity
    let rule: OpeningPartRule
  }

  private struct Key: Hashable {
    let identity: FileIdentity
    let plan: DecodePlan
    let size: PixelSize
    let space: ColourSpace
  }

  private struct State {
    /// Costs are bytes.
    var templates: LRUCache<TemplateKey, Template>
    var digests = LRUCache<FileIdentity, Digest>(limit: 1024)
    /// Costs are bytes.
    var layers: LRUCache<Key, Raster>
  }

  private let memory: MemoryBudget
  /// Whoever needs a layer waits until the one that is being drawn is finished.
  private let state: Locked<State>

  private static let mostTemplates = 64

  /// - Parameter memory: of which a quarter is used for layers that are kept, and an eighth for
  ///   openings; decoders, and whoever looks for openings, take theirs from it.
  init(_ memory: MemoryBudget) {
    self.memory = memory
    state = Locked(
      State(
        templates: LRUCache(limit: memory.total / 8), layers: LRUCache(limit: memory.total / 4)))
  }

  /// The template in a photo's file.
  ///
  /// - Parameter rule: whether parts of openings get one photo.
  /// - Throws: `noOpening`; as `PhotoDecoder.draw` does.
  func template(
    in photo: Photo, _ limits: DecodeLimits, openings rule: OpeningPartRule = .auto,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(PhotoError) -> Template {
    let key = TemplateKey(identity: photo.identity, rule: rule)
    if let known = state.withLock({ $0.templates.value(for: key) }) {
      // The same file may be named in another way.
      return known.picture.photo == photo
        ? known : known.named(photo)
    }
    guard !photo.header.isOpaque else { throw PhotoError(photo.address, cause: .noOpening) }
    let picture = try opened(photo, isCancelled: isCancelled)
    let layer = try layer(
      of: picture, showing: Region(photo.size), at: photo.size, in: .sRGB, limits,
      isCancelled: isCancelled)
    let found = try openings(of: layer, rule, in: photo)
    guard !found.openings.isEmpty else { throw PhotoError(photo.address, cause: .noOpening) }
    let template = Template(picture, rule, found)
    state.withLock { state in
      let cost = found.map.bytes + state.templates.limit / Self.mostTemplates
      if cost <= state.templates.limit {
        _ = state.templates.insert(template, for: key, cost: cost)
      }
    }
    return template
  }

  private func openings(
    of layer: Raster, _ rule: OpeningPartRule, in photo: Photo
  ) throws(PhotoError) -> TemplateOpenings {
    let used = Raster.bytes(of: layer.size) + layer.size.pixels
    do throws(CodecError) {
      guard layer.size.pixels <= UInt32.max else {
        throw .tooManyPixels(layer.size, limit: Int(UInt32.max))
      }
      guard used < memory.total else { throw .needsMemory(bytes: used, budget: memory.total) }
      do throws(OutOfMemory) {
        return try memory.with(memory.total - used) { () throws(OutOfMemory) in
          let mask = AlphaMask(size: layer.size, values: try layer.opacities())
          return try TemplateOpenings(
            of: mask, joiningParts: rule == .auto, memory: memory.total - used)
        }
      } catch {
        guard let needed = error.needed else { throw .outOfMemory }
        throw .needsMemory(bytes: used + needed, budget: memory.total)
      }
    } catch {
      throw PhotoError(photo.address, cause: .codec(error))
    }
  }

  /// A picture with the digest of its file.
  func opened(_ photo: Photo, isCancelled: @escaping () -> Bool) throws(PhotoError)
    -> OpenedPicture
  {
    if let digest = photo.copy?.digest ?? state.withLock({ $0.digests.value(for: photo.identity) })
    {
      return OpenedPicture(photo: photo, digest: digest)
    }
    let file = try photo.open()
    do throws(CodecError) {
      let digest = try Digest(of: file, isCancelled: isCancelled)
      guard try file.isUnchanged() else { throw .changedWhileReading }
      _ = state.withLock { $0.digests.insert(digest, for: photo.identity, cost: 1) }
      return OpenedPicture(photo: photo, digest: digest)
    } catch {
      throw PhotoError(photo.address, cause: .codec(error))
    }
  }

  /// Part of a picture in a size and a colour space; transparent where the picture is.
  ///
  /// - Throws: as `PhotoDecoder.draw` does, and if its file isn't there any more, or is another
  ///   one.
  func layer(
    of picture: OpenedPicture, showing region: Region, at size: PixelSize, in space: ColourSpace,
    _ limits: DecodeLimits, isCancelled: @escaping @Sendable () -> Bool
  ) throws(PhotoError) -> Raster {
    let photo = picture.photo
    let plan = DecodePlan(photo.header, showing: region, at: size)
    let key = Key(identity: photo.identity, plan: plan, size: size, space: space)
    return try state.withLock { state throws(PhotoError) in
      if let known = state.layers.value(for: key) {
        // What is no longer there, or has changed, isn't used.
        _ = try photo.open()
        return known
      }
      let layer = try draw(photo, plan, size, space, limits, isCancelled: isCancelled)
      let bytes = Raster.bytes(of: size)
      if bytes <= state.layers.limit { _ = state.layers.insert(layer, for: key, cost: bytes) }
      return layer
    }
  }

  private func draw(
    _ photo: Photo, _ plan: DecodePlan, _ size: PixelSize, _ space: ColourSpace,
    _ limits: DecodeLimits, isCancelled: @escaping @Sendable () -> Bool
  ) throws(PhotoError) -> Raster {
    let file = try photo.open()
    do throws(CodecError) {
      let bytes = plan.decoderBufferBytes + Raster.bytes(of: size)
      guard bytes <= memory.total else {
        throw .needsMemory(bytes: bytes, budget: memory.total)
      }
      guard
        let raster = try? Raster(
          canvas: size, filledWith: .transparent, in: space, except: [PixelRect(size)])
      else { throw .outOfMemory }
      _ = try memory.with(plan.decoderBufferBytes) { () throws(CodecError) in
        try PhotoDecoder.draw(
          file, photo.header, plan: plan, into: Frame(size), of: raster, background: .transparent,
          limits: limits, allowsDamage: false, isCancelled: isCancelled)
      }
      guard try file.isUnchanged() else { throw .changedWhileReading }
      return raster
    } catch {
      throw PhotoError(photo.address, cause: .codec(error))
    }
  }
}
