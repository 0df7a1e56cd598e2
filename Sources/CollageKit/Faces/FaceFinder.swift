internal import Imaging
internal import PhotoCodecs
internal import ReactiveTraits
internal import ThreadPool

/// Knows the regions that crops of photos should keep: those that a file declares, else the faces
/// that it finds. Remembers them, so that a batch or a prompt searches each photo
/// only once at each size.
package final class FaceFinder: Sendable {
  /// How many photos are remembered.
  private static let limit = 10_000

  /// What a search looks at.
  private struct Search: Hashable {
    let photo: Photo
    /// The decoder's reduction.
    let eighths: Int
    /// At which faces are looked for.
    let size: PixelSize
    /// Whether the collage needs the photo at the same reduction, so that it is decoded once.
    let isShared: Bool

    /// A photo that is decoded at a size in which faces are large enough.
    init(in placement: Placement) {
      photo = placement.photo
      let own = DecodePlan(
        photo.header, showing: Region(photo.size), at: FaceDetector.size(for: photo.size), .analysis
      ).eighths
      eighths = max(own, placement.plan.eighths)
      size = FaceDetector.size(for: photo.size.reduced(toEighths: eighths))
      // Of a part, only that is decoded.
      isShared = eighths == placement.plan.eighths && photo.header.part == nil
    }

    var key: Key {
      Key(
        identity: photo.identity, orientation: photo.header.orientation, part: photo.header.part,
        eighths: eighths)
    }
  }

  /// What is found depends on nothing else, so that it is the same in every order of searches.
  private struct Key: Hashable {
    let identity: FileIdentity
    let orientation: Orientation
    let part: PixelRect?
    let eighths: Int
  }

  let resources: Resources
  /// The parts of photos without their bars.
  let knownParts = SingleFlightCache<FileIdentity, PhotoPart>(limit: limit)
  private let detector = FaceDetector()
  private let known = SingleFlightCache<Key, [PhotoRegion]>(limit: limit)

  /// - Parameter resources: what it decodes is kept among their pictures for a collage that is made
  ///   next.
  package init(resources: Resources) { self.resources = resources }

  /// Gives back to the system what searches leave for the next ones.
  func releaseMemory() { detector.releaseMemory() }

  /// The regions to keep for each photo, as it is rotated; none for a photo that is missing or
  /// can't be decoded.
  ///
  /// - Parameters:
  ///   - keepsFewPictures: whether the next decoded pictures are dropped once there are many, for
  ///     a search after which nothing can be drawn yet.
  ///   - whenSearched: gets each photo that was decoded for this, by the index of its first
  ///     placement, as soon as its regions are known: what it decodes again may still be there.
  ///     Called on any thread, with threads that may help.
  /// - Throws: `cancelled`, and `photos` where the system failed, so that photos which weren't
  ///   searched are not taken for photos without faces.
  /// - Cost: for each photo that declares nothing and isn't known, decoding at the size that its
  ///   frame needs, and the search.
  func regions(
    in placements: [Placement], _ limits: DecodeLimits, keepsFewPictures: Bool = false,
    isCancelled: @escaping @Sendable () -> Bool,
    whenSearched: @Sendable (Int, [PhotoRegion], SpareThreads) -> Void = { _, _, _ in }
  ) throws(CollageError) -> [[PhotoRegion]] {
    let searches = placements.map(Search.init)
    let distinct = searches.uniqued()
    let found = Locked([Search: [PhotoRegion]]())
    let failures = Locked([Int: PhotoError]())
    resources.forEach(below: distinct.count) { index, spare in
      do throws(PhotoError) {
        let search = distinct[index]
        var wasDecoded = false
        let regions = try self.regions(
          search, limits, spare, keeping(few: keepsFewPictures), &wasDecoded,
          isCancelled: isCancelled)
        found.withLock { $0[search] = regions }
        if wasDecoded, let first = searches.firstIndex(of: search) {
          whenSearched(first, regions, spare)
        }
      } catch {
        failures.withLock { $0[index] = error }
      }
    }
    if isCancelled() { throw .cancelled }
    // In the photos' order, whichever thread failed first.
    let failed = failures.withLock(\.self).sorted { $0.key < $1.key }
    if !failed.isEmpty { throw .photos(failed.map(\.value)) }
    return found.withLock { found in searches.map { found[$0] ?? [] } }
  }

  /// How many bytes of pictures are kept while no photo can be drawn yet.
  private static let fewBytes = 24 << 20

  private func keeping(few: Bool) -> PictureReuse {
    let pictures = resources.pictures
    return few && pictures.bytes >= Self.fewBytes ? .taking(pictures) : .keeping(pictures)
  }

  private func regions(
    _ search: Search, _ limits: DecodeLimits, _ spare: SpareThreads, _ reuse: PictureReuse,
    _ wasDecoded: inout Bool, isCancelled: @escaping @Sendable () -> Bool
  ) throws(PhotoError) -> [PhotoRegion] {
    let declared = search.photo.header.declaredRegions
    guard declared.isEmpty, !search.photo.isMissing else { return declared }
    var failure: PhotoError?
    // Jobs of a batch may need the same photo at the same time.
    let regions = known.value(for: search.key) {
      do throws(PhotoError) {
        wasDecoded = true
        return try found(search, limits, spare, reuse, isCancelled: isCancelled)
      } catch {
        failure = error
        return nil
      }
    }
    // A photo that can't be decoded is told of when its pixels are.
    if let failure, case .codec(let error) = failure.cause, error.isOfSystem { throw failure }
    return regions ?? []
  }

  /// Nil if this was cancelled.
  private func found(
    _ search: Search, _ limits: DecodeLimits, _ spare: SpareThreads, _ reuse: PictureReuse,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(PhotoError) -> [PhotoRegion]? {
    if isCancelled() { return nil }
    // Three bytes of each pixel are kept, but of no picture that would have no room with four.
    let decoded = search.photo.size.reduced(toEighths: search.eighths)
    let isKept = search.isShared && Raster.bytes(of: decoded) <= resources.pictures.limit
    let thumbnail = try DecodedThumbnail(
      of: search.photo, search.size, on: .white, limits, resources, .analysis,
      eighths: search.eighths,
      pictures: isKept ? reuse : .taking(resources.pictures), spare: spare,
      isCancelled: isCancelled)
    guard let raster = thumbnail.raster else { return [] }
    let faces = try rethrowing(detector.facesInAnyLight(in: raster)) { (error: CodecError) in
      PhotoError(search.photo.address, cause: .codec(error))
    }
    return faces.map { PhotoRegion(.face, .found, $0.widened) }
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
