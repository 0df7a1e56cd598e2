package import Dispatch
package import OpenCombine
internal import OpenCombineDispatch

/// Where code runs: on a queue, or at once on the calling thread, which needs no other thread.
package enum WorkQueue: Sendable {
  case queue(DispatchQueue)
  case immediate

  /// A concurrent queue for work without a queue of its own. A thread in `wait` runs such work
  /// itself instead.
  package static let background = queue(
    DispatchQueue(label: "collage.background", qos: .userInitiated, attributes: .concurrent))

  /// Where code that is called on this queue should run slow work: a serial queue of its own each
  /// time, since those always get a thread. A concurrent one waits while others keep all processors
  /// busy, as a save does.
  package var forSlowWork: WorkQueue {
    switch self {
    case .queue: .queue(DispatchQueue(label: "collage.work", qos: .userInitiated))
    case .immediate: .immediate
    }
  }

  /// Runs `body` there.
  package func async(_ body: @escaping @Sendable () -> Void) {
    switch self {
    case .queue(let queue): queue.async(execute: body)
    case .immediate: body()
    }
  }
}

extension Publisher {
  /// The same stream, delivered on `queue`.
  package func receive(on queue: WorkQueue) -> AnyPublisher<Output, Failure> {
    switch queue {
    case .queue(let queue): receive(on: queue.ocombine).eraseToAnyPublisher()
    case .immediate: eraseToAnyPublisher()
    }
  }
}
