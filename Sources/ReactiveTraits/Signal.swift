package import OpenCombine

/// Things that happen: its owner accepts them as values, everyone else is handed the publisher. A relay without a current
/// value; deliveries follow the same rules as `Relay`'s.
package final class Signal<Value: Sendable>: Sendable {
  private let broadcast = Broadcast<Value, Never>(replayLimit: 0)

  package init() {}

  /// Every value accepted after subscription, equal ones included; never fails, never ends.
  ///
  /// Values arrive synchronously on the thread that accepts them, or the one that was already delivering. A subscriber
  /// that asks for fewer values than arrive has the rest kept for it, without a limit.
  package var publisher: AnyPublisher<Value, Never> {
    BroadcastPublisher(broadcast: broadcast).eraseToAnyPublisher()
  }

  /// Delivers `value` to all who are subscribed now.
  package func accept(_ value: Value) {
    broadcast.accept(value)
  }
}
