package import Dispatch
package import OpenCombine
internal import OpenCombineDispatch

/// Where code runs: on a queue, or at once on the calling thread, which needs no other thread.
package enum WorkQueue: Sendable {
  case queue(DispatchQueue)
  case immediate

  /// The concurrent queue for work that has no queue of its own. A thread in `wait` runs such work
  /// itself instead.
  package static let background = queue(
    DispatchQueue(label: "collage.background", qos: .userInitiated, attributes: .concurrent))

  /// Where code on this queue should run slow work: on a new serial queue each time, because serial
  /// queues always get a thread. Work on a concurrent queue has to wait while others keep all
  /// processors busy, as saving does.
  package var forSlowWork: WorkQueue {
    switch self {
    case .queue: .queue(DispatchQueue(label: "collage.work", qos: .userInitiated))
    case .immediate: .immediate
    }
  }

  /// Runs `body` on the queue.
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
