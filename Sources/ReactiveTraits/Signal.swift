package import OpenCombine

/// A stream of events: its owner accepts them as values, everyone else gets the publisher. Like `Relay` but without a
/// current value; the same delivery rules apply.
package final class Signal<Value: Sendable>: Sendable {
  private let broadcast = Broadcast<Value, Never>(replayLimit: 0)

  package init() {}

  /// Every value accepted after subscription, including equal ones; never fails, never finishes.
  ///
  /// Values arrive synchronously on the thread that accepts them, or on the one that was already delivering. Values
  /// that a subscriber has not requested yet are queued for it, without a limit.
  package var publisher: AnyPublisher<Value, Never> {
    BroadcastPublisher(broadcast: broadcast).eraseToAnyPublisher()
  }

  /// Delivers `value` to all current subscribers.
  package func accept(_ value: Value) {
    broadcast.accept(value)
  }
}
