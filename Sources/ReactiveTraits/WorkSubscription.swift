import OpenCombine
internal import ThreadPool

/// One run of work for one subscriber.
final class WorkSubscription<Output: Sendable, Failure: Error>: Subscription, Sendable {
  private typealias Subscriber = Downstream<Output, Failure>

  private enum Stage {
    case working(Subscriber, Cancellation, hasDemand: Bool)
    /// The value is ready, but the subscriber has not requested it yet.
    case holding(Subscriber, Output)
    /// The subscriber is receiving the value. `finished` follows unless it cancels meanwhile.
    case delivering(Subscriber)
    /// Ended or cancelled; nothing is retained any more.
    case over
  }

  private struct Delivery {
    let value: Output
    let subscriber: Subscriber
  }

  private let stage: Locked<Stage>

  init(_ downstream: Downstream<Output, Failure>) {
    stage = Locked(.working(downstream, Cancellation(), hasDemand: false))
  }

  /// Passes the subscription to the subscriber, then starts the work unless the subscriber
  /// cancelled at once.
  func start<Kind: Trait>(_ work: Work<Kind, Failure>) where Kind.Output == Output {
    guard case .working(let downstream, let cancellation, _) = stage.withLock({ $0 }) else {
      return
    }
    downstream.subscriber.receive(subscription: self)
    guard !cancellation.isCancelled else { return }
    work.run(WorkContext(cancellation: cancellation)) { result in
      self.end(with: result?.map(Kind.value))
    }
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let due: Delivery? = stage.withLock { stage in
      switch stage {
      case .working(let downstream, let cancellation, _):
        stage = .working(downstream, cancellation, hasDemand: true)
        return nil
      case .holding(let downstream, let value):
        stage = .delivering(downstream)
        return Delivery(value: value, subscriber: downstream)
      case .delivering, .over:
        return nil
      }
    }
    if let due { deliver(due.value, to: due.subscriber) }
  }

  /// Stops the work if it has not ended. The stage's values are released outside the lock.
  func cancel() {
    if case .working(_, let cancellation, _) = moveToOver() { cancellation.cancel() }
  }

  private func end(with result: Result<Output?, Failure>?) {
    switch result {
    case .success(let value?):
      let due: Subscriber? = stage.withLock { stage in
        guard case .working(let downstream, _, let hasDemand) = stage else { return nil }
        stage = hasDemand ? .delivering(downstream) : .holding(downstream, value)
        return hasDemand ? downstream : nil
      }
      if let due { deliver(value, to: due) }
    case .success(nil): complete(.finished)
    case .failure(let failure): complete(.failure(failure))
    case nil: _ = moveToOver()
    }
  }

  private func complete(_ completion: Subscribers.Completion<Failure>) {
    if case .working(let downstream, _, _) = moveToOver() {
      downstream.subscriber.receive(completion: completion)
    }
  }

  private func deliver(_ value: Output, to downstream: Subscriber) {
    _ = downstream.subscriber.receive(value)
    if case .delivering = moveToOver() { downstream.subscriber.receive(completion: .finished) }
  }

  private func moveToOver() -> Stage {
    stage.withLock { stage in
      defer { stage = .over }
      return stage
    }
  }
}
