internal import Imaging
package import PhotoCodecs
internal import ReactiveTraits
internal import ThreadPool

extension FaceFinder {
  /// The longer side at which bars are looked for, in pixels.
  private static let sideForBars = 1024

  /// The photos without plain bars along their sides; those without bars, missing ones, and those
  /// that can't be decoded as they are.
  ///
  /// - Throws: `cancelled`, and `photos` where the system failed.
  /// - Cost: decoding each photo at a small size, once.
  package func withoutBars(
    _ photos: [Photo], _ limits: DecodeLimits, isCancelled: @escaping @Sendable () -> Bool
  ) throws(CollageError) -> [Photo] {
    let distinct = photos.uniqued()
    let parts = Locked([Photo: PixelRect]())
    let failures = Locked([Int: PhotoError]())
    resources.forEach(below: distinct.count) { index, spare in
      do throws(PhotoError) {
        let part = try part(of: distinct[index], limits, spare, isCancelled)
        parts.withLock { $0[distinct[index]] = part }
      } catch {
        failures.withLock { $0[index] = error }
      }
    }
    if isCancelled() { throw .cancelled }
    let failed = failures.withLock(\.self).sorted { $0.key < $1.key }
    if !failed.isEmpty { throw .photos(failed.map(\.value)) }
    return parts.withLock { parts in
      photos.map { photo in parts[photo].map { photo.showing($0) } ?? photo }
    }
  }

  /// The part of a photo without bars; nil if it has none, or can't be decoded.
  private func part(
    of photo: Photo, _ limits: DecodeLimits, _ spare: SpareThreads,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(PhotoError) -> PixelRect? {
    guard !photo.isMissing, photo.header.part == nil else { return nil }
    var failure: PhotoError?
    let part = knownParts.value(for: photo.identity) { () -> PhotoPart? in
      do throws(PhotoError) {
        if isCancelled() { return nil }
        let file = photo.turned(.none)
        let size = file.size.reduced(toLongSide: Self.sideForBars)
        let thumbnail = try DecodedThumbnail(
          of: file, size, on: .white, limits, resources, .analysis,
          pictures: .taking(resources.pictures), spare: spare, isCancelled: isCancelled)
        let inside =
          thumbnail.fault == nil ? thumbnail.raster.flatMap { LumaPlane($0).insideBars } : nil
        return PhotoPart(rect: inside.flatMap { $0.enlarged(from: size, to: file.size) })
      } catch {
        failure = error
        return nil
      }
    }
    if let failure, case .codec(let error) = failure.cause, error.isOfSystem { throw failure }
    guard let rect = part?.rect else { return nil }
    let turn = photo.header.turn.orientation
    return turn.inverse.stored(rect, upright: photo.turned(.none).size)
  }
}

/// What is left of a photo without its bars, upright as its file says; all of it if `rect` is nil.
struct PhotoPart: Sendable {
  let rect: PixelRect?
}

extension PixelRect {
  /// The pixels of a larger picture that lie wholly inside; nil if there are none.
  fileprivate func enlarged(from size: PixelSize, to larger: PixelSize) -> PixelRect? {
    func up(_ place: Int, _ side: Int, _ largerSide: Int) -> Int {
      (place * largerSide + side - 1) / side
    }
    let left = up(x, size.width, larger.width)
    let top = up(y, size.height, larger.height)
    let right = (x + width) * larger.width / size.width
    let bottom = (y + height) * larger.height / size.height
    guard right > left, bottom > top else { return nil }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
