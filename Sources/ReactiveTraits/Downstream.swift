import OpenCombine

/// A subscriber that may be passed to another queue.
///
/// OpenCombine predates `Sendable` and doesn't declare it for subscribers. It follows the rule of
/// Reactive Streams: a subscriber is called on whichever queue a value arises, one call at a time.
/// Both kinds of subscription in this module keep that rule, so the conformance is safe. It is
/// claimed only here.
struct Downstream<Input, Failure: Error>: @unchecked Sendable {
  let subscriber: AnySubscriber<Input, Failure>

  init(_ subscriber: some Subscriber<Input, Failure>) {
    self.subscriber = AnySubscriber(subscriber)
  }
}
