package import Dispatch
package import OpenCombine
internal import OpenCombineDispatch

/// Where something is done: on a queue, or at once on the thread that asks. The latter needs no other thread.
package enum WorkQueue: Sendable {
  case queue(DispatchQueue)
  case immediate

  /// Work without a queue of its own, side by side. Whoever waits for it does it instead.
  package static let background = queue(
    DispatchQueue(label: "collage.background", qos: .userInitiated, attributes: .concurrent))

  /// Where somebody who is called on this queue has slow work done.
  package var forSlowWork: WorkQueue {
    switch self {
    case .queue: .background
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
  /// The same, delivered on `queue`.
  package func receive(on queue: WorkQueue) -> AnyPublisher<Output, Failure> {
    switch queue {
    case .queue(let queue): receive(on: queue.ocombine).eraseToAnyPublisher()
    case .immediate: eraseToAnyPublisher()
    }
  }
}
