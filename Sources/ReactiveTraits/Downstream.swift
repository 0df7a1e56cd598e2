import OpenCombine

/// A subscriber that may be carried to another queue.
///
/// OpenCombine does not say `Sendable` of subscribers, since it predates it; its rule is the one of Reactive Streams: a
/// subscriber is called on whichever queue a value arises, one call at a time. Both subscriptions of this module keep
/// that rule, which is why the conformance here is safe to claim, and the one place where it is claimed.
struct Downstream<Input, Failure: Error>: @unchecked Sendable {
  private let subscriber: AnySubscriber<Input, Failure>

  init(_ subscriber: some Subscriber<Input, Failure>) {
    self.subscriber = AnySubscriber(subscriber)
  }

  func receive(subscription: some Subscription) {
    subscriber.receive(subscription: subscription)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    subscriber.receive(input)
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    subscriber.receive(completion: completion)
  }
}
