package import OpenCombine

/// A value that changes over time: its owner accepts new values, everyone else is handed the publisher.
///
/// Deliveries are serial. While one is under way, an accept from inside a subscriber or from another thread queues its
/// value and returns; whoever is delivering delivers it next, once the value under way has reached every subscriber. So
/// all subscribers see the same order, which is the order of acceptance. No subscriber is called with a lock held.
package final class Relay<Value: Sendable>: Sendable {
  private let broadcast: Broadcast<Value, Never>

  package init(_ initial: Value) {
    broadcast = Broadcast([initial], replayLimit: 1)
  }

  /// The latest value accepted. During a delivery it may be newer than the one being delivered.
  package var value: Value { broadcast.replay[0] }

  /// The current value upon subscription, then every one accepted since, equal ones included; never fails, never ends.
  ///
  /// Values arrive synchronously on the thread that accepts them, or the one that was already delivering. A subscriber
  /// that asks for fewer values than arrive has the rest kept for it, without a limit. The publisher keeps the relay's
  /// value alive; a subscription doesn't.
  package var publisher: AnyPublisher<Value, Never> {
    BroadcastPublisher(broadcast: broadcast).eraseToAnyPublisher()
  }

  /// Makes `value` the current one and delivers it.
  package func accept(_ value: Value) {
    broadcast.accept(value)
  }

  /// Changes the current value in one atomic step, delivers the new one and returns what `body` returns.
  ///
  /// `body` runs under the relay's lock, so that no two threads act on the same old value: keep it short, and don't use
  /// this relay in it, which would deadlock. If it throws, nothing is accepted.
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
