internal import Dispatch
package import OpenCombine
package import PhotoCodecs
package import ReactiveTraits
package import SystemPackage

/// The results for photos chosen together, in order: each photo, or what is wrong with it.
package struct PhotoBatch: Sendable {
  package let results: [Result<Photo, PhotoError>]

  package var photos: [Photo] { results.compactMap { try? $0.get() } }

  package var failures: [PhotoError] {
    results.compactMap { if case .failure(let error) = $0 { error } else { nil } }
  }
}

/// Reads the headers of chosen paths in the background and publishes the results.
package final class PhotoSource: Sendable {
  private let delivery: WorkQueue
  private let probing: WorkQueue
  /// Sends on `probing` only, so batches keep their order.
  private let subject = Confined(PassthroughSubject<PhotoBatch, Never>())

  /// - Parameter delivery: the front's serial queue, where batches arrive. With `immediate` headers are read on the
  ///   thread that calls `choose`.
  package init(deliveringOn delivery: WorkQueue) {
    self.delivery = delivery
    probing =
      switch delivery {
      case .queue: .queue(DispatchQueue(label: "collage.probing", qos: .userInitiated))
      case .immediate: .immediate
      }
  }

  /// One batch for each later `choose`, in order, on the front's queue; finishes when the source closes. A photo that
  /// can't be read is a failure in its batch and does not affect the others.
  package var batches: AnyPublisher<PhotoBatch, Never> {
    subject.value.receive(on: delivery)
  }

  /// Chooses photos. Returns at once.
  package func choose(_ paths: [FilePath], limits: DecodeLimits = DecodeLimits()) {
    probing.async { [subject] in
      let results = paths.map { path in Result { () throws(PhotoError) in try Photo(at: path, limits: limits) } }
      subject.value.send(PhotoBatch(results: results))
    }
  }

  /// Finishes the stream after the batches that are under way.
  package func close() {
    probing.async { [subject] in subject.value.send(completion: .finished) }
  }
}

/// Lets `@Sendable` closures capture a value that is not Sendable; the owner must keep its use safe.
private struct Confined<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
