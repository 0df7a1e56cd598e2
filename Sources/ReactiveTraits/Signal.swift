/// A stream of events: its owner accepts them as values, everyone else gets the publisher. Like
/// `Relay` but without a current value; the same delivery rules apply.
package final class Signal<Value: Sendable>: Sendable {
  private let broadcast = Broadcast<Value>(replayLimit: 0)

  package init() {}

  /// Every value accepted after subscription, including equal ones.
  package var publisher: SignalStream<Value> { SignalStream(broadcast) }

  /// Delivers `value` to all current subscribers.
  package func accept(_ value: Value) {
    broadcast.accept(value)
  }
}
