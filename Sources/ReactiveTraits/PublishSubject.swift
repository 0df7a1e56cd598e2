package import OpenCombine

/// A stream of events that ends: its owner accepts values and finishes, everyone else gets the publisher. Like `Signal`
/// but finite; the same delivery rules apply.
package final class PublishSubject<Value: Sendable>: Sendable {
  private let broadcast = Broadcast<Value, Never>(replayLimit: 0)

  package init() {}

  /// Every value accepted after subscription, then finished; who subscribes after the end gets only that. Never fails.
  ///
  /// Arrives synchronously on the thread that accepts or finishes, or on the one that was already delivering.
  package var publisher: AnyPublisher<Value, Never> {
    BroadcastPublisher(broadcast: broadcast).eraseToAnyPublisher()
  }

  /// Delivers `value` to all current subscribers. Nothing is delivered after the end.
  package func accept(_ value: Value) {
    broadcast.accept(value)
  }

  /// Ends the stream. Further calls do nothing.
  package func finish() {
    broadcast.finish(.finished)
  }
}
