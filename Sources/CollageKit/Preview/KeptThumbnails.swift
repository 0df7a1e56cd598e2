internal import Imaging
internal import PhotoCodecs
internal import ReactiveTraits
internal import ThreadPool

/// Photos decoded at small sizes, the latest of which are kept.
final class KeptThumbnails: Sendable {
  /// The longer sides of thumbnails, in pixels. The smallest needs an eighth of a 12-megapixel
  /// JPEG's size.
  private static let sides = [480, 960, 1280, 1920]
  /// The most memory that kept thumbnails take, in bytes.
  private static let maxBytes = 128 << 20

  private let resources: Resources
  /// The cost is in bytes.
  private let kept: Locked<LRUCache<Key, DecodedThumbnail>>

  private struct Key: Hashable, Sendable {
    let identity: FileIdentity
    let orientation: Orientation
    /// Nil for the whole photo.
    let part: PixelRect?
    let size: PixelSize
    /// The colour behind a translucent photo; nil for an opaque one.
    let background: Colour?
  }

  init(_ resources: Resources) {
    self.resources = resources
    kept = Locked(LRUCache(limit: min(Self.maxBytes, resources.memory.total / 4)))
  }

  /// What decoders take theirs from.
  var memory: MemoryBudget { resources.memory }

  /// Passes a photo's thumbnail to `body`, unless nothing of the photo can be decoded.
  ///
  /// - Parameters:
  ///   - side: the longer side in pixels that is needed; 0 for any.
  ///   - background: what shows through a translucent photo.
  /// - Returns: the photo's fault, whether there is something to show or not; none when cancelled.
  func use(
    of photo: Photo, side: Int = 0, _ limits: DecodeLimits, background: Colour,
    isCancelled: @escaping @Sendable () -> Bool, _ body: (Raster) -> Void
  ) -> Result<Void, PhotoError> {
    Result { () throws(PhotoError) in
      guard !isCancelled() else { return }
      let thumbnail = try thumbnail(of: photo, side, limits, background, isCancelled)
      if let raster = thumbnail.raster { body(raster) }
      if let fault = thumbnail.fault { throw PhotoError(photo.address, cause: .codec(fault)) }
    }
  }

  private func thumbnail(
    of photo: Photo, _ side: Int, _ limits: DecodeLimits, _ background: Colour,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(PhotoError) -> DecodedThumbnail {
    func key(_ size: PixelSize) -> Key {
      Key(
        identity: photo.identity, orientation: photo.header.orientation, part: photo.header.part,
        size: size, background: photo.header.isOpaque ? nil : background)
    }
    // The smallest that needn't be enlarged. A larger one serves as well, if there is one.
    let serving = Self.sides.filter { $0 >= side }
    let sizes = (serving.isEmpty ? Self.sides.suffix(1) : serving[...]).map {
      photo.size.reduced(toLongSide: $0)
    }
    for size in sizes.reversed() {
      if let known = kept.withLock({ $0.value(for: key(size)) }) { return known }
    }
    let thumbnail = try DecodedThumbnail(
      of: photo, sizes[0], on: background, limits, resources,
      pictures: .taking(resources.pictures), isCancelled: isCancelled)
    let dropped = kept.withLock {
      $0.insert(
        thumbnail, for: key(sizes[0]),
        cost: thumbnail.raster.map { Raster.bytes(of: $0.size) } ?? 0)
    }
    withExtendedLifetime(dropped) {}
    return thumbnail
  }
}
