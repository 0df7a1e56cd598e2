internal import Dispatch
package import OpenCombine
package import PhotoCodecs
package import ReactiveTraits
package import SystemPackage

/// Photos chosen together: each probed, or what is wrong with it, in the order in which they were chosen.
package struct PhotoBatch: Sendable {
  package let results: [Result<Photo, PhotoError>]

  package var photos: [Photo] { results.compactMap { try? $0.get() } }

  package var failures: [PhotoError] {
    results.compactMap { if case .failure(let error) = $0 { error } else { nil } }
  }
}

/// Where chosen photos come from: takes paths, reads the headers in the background, and publishes what it found.
package final class PhotoSource: Sendable {
  private let limits: DecodeLimits
  private let delivery: WorkQueue
  private let probing: WorkQueue
  /// Used on `probing` alone.
  private let subject = Confined(PassthroughSubject<PhotoBatch, Never>())

  /// - Parameter delivery: the front's queue, serial; there batches arrive. With `immediate` headers are read there, too.
  package init(limits: DecodeLimits, deliveringOn delivery: WorkQueue) {
    self.limits = limits
    self.delivery = delivery
    probing =
      switch delivery {
      case .queue: .queue(DispatchQueue(label: "collage.probing", qos: .userInitiated))
      case .immediate: .immediate
      }
  }

  /// A batch for each `choose` from now on, in order, on the front's queue; finished when the source closes. A photo that
  /// can't be read is told of in its batch and stops no other.
  package var batches: AnyPublisher<PhotoBatch, Never> {
    subject.value.receive(on: delivery)
  }

  /// Chooses photos. Returns at once.
  package func choose(_ paths: [FilePath]) {
    probing.async { [limits, subject] in
      let results = paths.map { path in Result { () throws(PhotoError) in try Photo(at: path, limits: limits) } }
      subject.value.send(PhotoBatch(results: results))
    }
  }

  /// Ends the stream, after the batches that are under way.
  package func close() {
    probing.async { [subject] in subject.value.send(completion: .finished) }
  }
}

/// A value that is not safe to share, in the hands of somebody who uses it on one queue only.
private struct Confined<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
