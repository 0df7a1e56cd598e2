internal import Dispatch
package import PhotoCodecs
package import PhotoSources
package import ReactiveTraits

/// The results for photos chosen together, in order: each photo, or what is wrong with it.
package struct PhotoBatch: Sendable {
  package let results: [Result<Photo, PhotoError>]
  /// Whether it was stopped before all were there; then there are none.
  package var isCancelled = false

  package var photos: [Photo] { results.compactMap { try? $0.get() } }

  package var failures: [PhotoError] {
    results.compactMap { if case .failure(let error) = $0 { error } else { nil } }
  }
}

/// Fetches chosen photos that are on the web and reads the headers of all, in the background, and publishes the results.
package final class PhotoSource: Sendable {
  private let delivery: WorkQueue
  private let probing: WorkQueue
  /// Sends on `probing` only, so batches keep their order.
  private let subject = PublishSubject<PhotoBatch>()
  private let web: WebPhotos?
  private let stop: Cancellation
  private let closing = Cancellation()
  /// Stops the batch that is being read.
  private let current = Locked<Cancellation?>(nil)

  /// - Parameters:
  ///   - delivery: the interface's serial queue, where batches arrive. With `immediate` headers are read on the thread that
  ///     calls `choose`.
  ///   - web: fetches photos from the web; nil to refuse them.
  ///   - stop: also stops a batch that is being read.
  package init(deliveringOn delivery: WorkQueue, web: WebPhotos? = nil, stop: Cancellation = Cancellation()) {
    self.delivery = delivery
    self.web = web
    self.stop = stop
    probing =
      switch delivery {
      case .queue: .queue(DispatchQueue(label: "collage.probing", qos: .userInitiated))
      case .immediate: .immediate
      }
  }

  /// One batch for each later `choose`, in order, on the interface's queue; finishes when the source closes. A photo that
  /// can't be read is a failure in its batch and does not affect the others.
  package var batches: SubjectStream<PhotoBatch> {
    subject.publisher.receive(on: delivery)
  }

  /// Chooses photos. Returns at once.
  package func choose(_ addresses: [PhotoAddress], limits: DecodeLimits = DecodeLimits()) {
    let reader = PhotoReader(web: web, limits: limits)
    probing.async { [self] in
      let cancellation = Cancellation { [stop, closing] in stop.isCancelled || closing.isCancelled }
      current.withLock { $0 = cancellation }
      let results = reader.photos(at: addresses).wait(cancelledBy: cancellation)
      current.withLock { $0 = nil }
      subject.accept(PhotoBatch(results: (try? results?.get()) ?? [], isCancelled: results == nil))
    }
  }

  /// Stops the batch that is being read, which then arrives without photos.
  package func cancel() { current.withLock { $0 }?.cancel() }

  /// Stops all batches that are being read or wait, which then arrive without photos, and finishes the stream.
  package func close() {
    closing.cancel()
    cancel()
    probing.async { [subject] in subject.finish() }
  }
}
