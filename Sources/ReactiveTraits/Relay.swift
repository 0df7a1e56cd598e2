/// A value that changes over time: its owner accepts new values, everyone else gets the publisher.
///
/// Deliveries are serial, in the order of acceptance: see `Broadcast`.
package final class Relay<Value: Sendable>: Sendable {
  private let broadcast: Broadcast<Value>

  package init(_ initial: Value) {
    broadcast = Broadcast([initial], replayLimit: 1)
  }

  /// The latest accepted value. During a delivery it may be newer than the one being delivered.
  package var value: Value { broadcast.replay[0] }

  /// The current value on subscription, then every value accepted since, including equal ones.
  package var publisher: RelayStream<Value> { RelayStream(broadcast) }

  /// Makes `value` the current one and delivers it.
  package func accept(_ value: Value) {
    broadcast.accept(value)
  }

  /// Changes the current value atomically, delivers the new one and returns the result of `body`.
  ///
  /// `body` runs under the relay's lock, so that no two threads act on the same old value. Keep it
  /// short, and don't use this relay in it, which would deadlock. If it throws, nothing is
  /// accepted.
  @discardableResult
  package func update<R: Sendable, E: Error>(
    _ body: (inout Value) throws(E) -> R
  ) throws(E) -> R {
    try broadcast.update { current throws(E) in
      var next = current!
      let answer = try body(&next)
      return (next, answer)
    }
  }
}
