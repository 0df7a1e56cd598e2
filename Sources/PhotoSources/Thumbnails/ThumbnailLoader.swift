internal import Glibc
package import PhotoCodecs
package import ReactiveTraits

/// Thumbnails of photos: from memory, else from the desktop's store, else decoded and then stored.
///
/// Requests are served in the order of their subscriptions, so ask first for what is shown first.
package final class ThumbnailLoader: Sendable {
  /// How many bytes of pixels are kept in memory; the least recently used are dropped first.
  package static let defaultMemoryLimit = 48 << 20

  let queue: ThumbnailQueue

  /// - Parameters:
  ///   - store: nil to leave the disk alone.
  ///   - background: shown behind photos that are not opaque; opaque itself.
  ///   - memoryLimit: in bytes.
  ///   - maxThreads: how many photos are decoded at once; nil for as many as there are processors.
  ///   - limits: photos beyond them are not decoded.
  package init(
    store: ThumbnailStore?, background: Colour = .white, memoryLimit: Int = defaultMemoryLimit,
    maxThreads: Int? = nil, limits: DecodeLimits = DecodeLimits()
  ) {
    queue = ThumbnailQueue(
      ThumbnailSource(store: store, background: background, limits: limits), memoryLimit: memoryLimit,
      maxThreads: maxThreads ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }

  /// A thumbnail of a photo: one value, then finished; or a failure. Cold.
  ///
  /// What is in memory is delivered on the subscribing thread, everything else on a thread in the background. A photo
  /// that is asked for several times at once is decoded once. Cancelling a request that hasn't begun removes it; one that
  /// has begun stops within a row of pixels, unless somebody else waits for it. Storing follows after the value was
  /// delivered, when no photo waits to be decoded.
  ///
  /// - Parameter size: the longer side is at most this; a larger one may come from memory.
  /// - Cost: a 12-megapixel JPEG takes about 30 ms on one processor, a stored thumbnail of size `large` 2 ms.
  package func thumbnail(of photo: IndexedPhoto, _ size: ThumbnailSize) -> Single<Thumbnail, ThumbnailError> {
    .create { [queue] cancellation, end in
      queue.request(.file(photo), ThumbnailKey(photo, size), cancellation, end)
    }
  }

  /// What is in memory: the thumbnail, of this size or larger, or why the photo has none; nil if that isn't known. Never
  /// blocks; counts as a use. A photo that was changed since it was indexed is known as it was when it was loaded.
  package func cached(_ photo: IndexedPhoto, _ size: ThumbnailSize) -> Result<Thumbnail, ThumbnailError>? {
    queue.cached(ThumbnailKey(photo, size))
  }

  /// Ends when nothing is left to decode or to store: finished, without a value. Cold. For programs that end, and for
  /// tests.
  package func idle() -> Completable<Never> {
    .create { [queue] cancellation, end in
      queue.whenIdle(cancellation) { end(.success(())) }
    }
  }
}
