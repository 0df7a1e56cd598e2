internal import Imaging
internal import PhotoCodecs
internal import ReactiveTraits
internal import ThreadPool

/// Knows the regions that crops of photos should keep: those that a file declares, else the faces
/// that it finds. Remembers them, so that a batch or a prompt searches each photo only once.
package final class FaceFinder: Sendable {
  /// How many photos are remembered.
  private static let limit = 10_000

  private struct Key: Hashable {
    let identity: FileIdentity
    let orientation: Orientation
  }

  private let resources: Resources
  private let known = Locked(LRUCache<Key, [PhotoRegion]>(limit: limit))

  /// - Parameter resources: HEIC, AVIF and WebP files are kept among their decoded pictures for a
  ///   collage that is made next.
  package init(resources: Resources) { self.resources = resources }

  /// The regions to keep for each photo, as it is rotated; none for a photo that is missing or
  /// can't be decoded.
  ///
  /// - Throws: only `cancelled`, so that photos which weren't searched are not taken for photos
  ///   without faces.
  /// - Cost: for each photo that declares nothing and isn't known, decoding at a reduced size, and
  ///   the search.
  func regions(
    in photos: [Photo], _ limits: DecodeLimits, isCancelled: @escaping @Sendable () -> Bool
  ) throws(CollageError) -> [[PhotoRegion]] {
    let distinct = photos.uniqued()
    let found = Locked([Photo: [PhotoRegion]]())
    resources.forEach(below: distinct.count) { index, _ in
      let regions = self.regions(in: distinct[index], limits, isCancelled: isCancelled)
      found.withLock { $0[distinct[index]] = regions }
    }
    if isCancelled() { throw .cancelled }
    return found.withLock { found in photos.map { found[$0] ?? [] } }
  }

  private func regions(
    in photo: Photo, _ limits: DecodeLimits, isCancelled: @escaping @Sendable () -> Bool
  ) -> [PhotoRegion] {
    let declared = photo.header.declaredRegions
    guard declared.isEmpty, !photo.isMissing else { return declared }
    let key = Key(identity: photo.identity, orientation: photo.header.orientation)
    if let regions = known.withLock({ $0.value(for: key) }) { return regions }
    guard !isCancelled(),
      let thumbnail = try? DecodedThumbnail(
        of: photo, FaceDetector.size(for: photo.size), on: .white, limits, resources,
        pictures: .keeping(resources.pictures), isCancelled: isCancelled)
    else { return [] }
    let faces = thumbnail.raster.flatMap { try? FaceDetector.faces(in: $0) } ?? []
    let regions = faces.map { PhotoRegion(.face, .found, $0.widened) }
    known.withLock { _ = $0.insert(regions, for: key, cost: 1) }
    return regions
  }
}

extension Region {
  /// In shares of a photo: as wide as a face is of which the detector's area ends a twentieth
  /// inside its sides, as it mostly does.
  fileprivate var widened: Region {
    let left = max(x - width / 20, 0)
    return Region(x: left, y: y, width: min(x + width * 1.05, 1) - left, height: height)
  }
}
