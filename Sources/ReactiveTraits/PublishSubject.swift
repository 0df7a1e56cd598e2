/// A stream of events that ends: its owner accepts values and finishes, everyone else gets the
/// publisher. Like `Signal` but finite; the same delivery rules apply.
package final class PublishSubject<Value: Sendable>: Sendable {
  private let broadcast = Broadcast<Value>(replayLimit: 0)

  package init() {}

  /// Every value accepted after subscription, including equal ones, then finished.
  package var publisher: SubjectStream<Value> { SubjectStream(broadcast) }

  /// Delivers `value` to all current subscribers. Nothing is delivered after the end.
  package func accept(_ value: Value) {
    broadcast.accept(value)
  }

  /// Ends the stream. Further calls do nothing.
  package func finish() {
    broadcast.finish()
  }
}
