package import OpenCombine

/// What an owner publishes to everyone else: a stream that never fails, whose type says whether it
/// begins with a current value and whether it ends. `map`, `removeDuplicates` and `receive(on:)`
/// keep that; other operators forget it.
///
/// Unless it is received on a queue, values arrive synchronously on the thread on which the owner
/// accepts them, or on the one that was already delivering. Values that a subscriber has not
/// requested yet are queued for it, without a limit. The publisher retains what is replayed; a
/// subscription doesn't.
package struct SharedStream<Kind: StreamKind, Output: Sendable>: Publisher {
  package typealias Failure = Never

  private let upstream: AnyPublisher<Output, Never>

  fileprivate init(upstream: some Publisher<Output, Never>) {
    self.upstream = upstream.eraseToAnyPublisher()
  }

  init(_ broadcast: Broadcast<Output>) {
    self.init(upstream: broadcast)
  }

  package func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    upstream.subscribe(subscriber)
  }

  package func map<Mapped: Sendable>(_ transform: @escaping (Output) -> Mapped) -> SharedStream<
    Kind, Mapped
  > {
    SharedStream<Kind, Mapped>(upstream: upstream.map(transform))
  }

  package func receive(on queue: WorkQueue) -> Self {
    Self(upstream: upstream.receive(on: queue))
  }
}

extension SharedStream where Output: Equatable {
  /// The same stream without values that are equal to the one before.
  package func removeDuplicates() -> Self {
    Self(upstream: upstream.removeDuplicates())
  }
}

/// The grammar of a `SharedStream`.
package protocol StreamKind: SendableMetatype {}

package enum RelayKind: StreamKind {}
package enum SignalKind: StreamKind {}
package enum SubjectKind: StreamKind {}

/// The current value on subscription, then every later one; never fails or ends.
package typealias RelayStream<Value: Sendable> = SharedStream<RelayKind, Value>

/// Every value accepted after subscription; never fails or ends.
package typealias SignalStream<Value: Sendable> = SharedStream<SignalKind, Value>

/// Every value accepted after subscription, then finished; a subscription after the end only
/// finishes. Never fails.
package typealias SubjectStream<Value: Sendable> = SharedStream<SubjectKind, Value>
