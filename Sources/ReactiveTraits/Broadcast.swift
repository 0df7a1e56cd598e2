import OpenCombine
internal import ThreadPool

/// Sends each accepted event to all current subscribers: the common base of `Relay`, `Signal` and
/// `PublishSubject`.
///
/// Deliveries are serial. During a delivery, an event accepted inside a subscriber or on another
/// thread is queued and the call returns; the delivering thread delivers it once the current event
/// has reached every subscriber. So all subscribers see the same order, the order of acceptance. No
/// subscriber is called while a lock is held.
final class Broadcast<Value: Sendable>: Publisher, Sendable {
  typealias Output = Value
  typealias Failure = Never

  /// An accepted event and its subscribers at that time. Later subscribers get it as part of the
  /// replay.
  private struct Delivery {
    let event: StreamEvent<Value>
    let recipients: [BroadcastSubscription<Value>]
  }

  private struct State {
    /// The latest values, oldest first.
    var replay: [Value]
    var isFinished = false
    var subscriptions: [BroadcastSubscription<Value>] = []
    var pending = FIFO<Delivery>()
    var isDelivering = false
  }

  private let replayLimit: Int
  private let state: Locked<State>

  init(_ replay: [Value] = [], replayLimit: Int) {
    self.replayLimit = replayLimit
    state = Locked(State(replay: replay))
  }

  /// The values that a new subscriber gets at once.
  var replay: [Value] { state.withLock { $0.replay } }

  func accept(_ value: Value) {
    update { _ in (value, ()) }
  }

  /// Accepts, atomically, the value that `body` makes from the previously accepted one; nil if
  /// there is none.
  func update<R: Sendable, E: Error>(_ body: (Value?) throws(E) -> (value: Value, answer: R))
    throws(E) -> R
  {
    // Old values are returned out of the lock, because releasing them may run any code.
    let (answer, _, mustDeliver) = try state.withLock { state throws(E) in
      let (value, answer) = try body(state.replay.last)
      let old = state.replay
      state.replay = (old + [value]).suffix(replayLimit)
      return (answer, old, Self.enqueue(.value(value), &state))
    }
    if mustDeliver { deliverPending() }
    return answer
  }

  /// Ends the broadcast for current and future subscribers.
  func finish() {
    let mustDeliver = state.withLock { state in
      state.isFinished = true
      defer { state.subscriptions = [] }
      return Self.enqueue(.finished, &state)
    }
    if mustDeliver { deliverPending() }
  }

  /// Adds a subscriber. Its replay is the values stored at this moment, so it misses no later one.
  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
    let downstream = Downstream(subscriber)
    let subscription = state.withLock { state in
      let subscription = BroadcastSubscription(
        to: self, replaying: state.replay, isFinished: state.isFinished, downstream: downstream)
      if !state.isFinished { state.subscriptions.append(subscription) }
      return subscription
    }
    downstream.subscriber.receive(subscription: subscription)
    subscription.deliver()
  }

  func remove(_ subscription: BroadcastSubscription<Value>) {
    state.withLock { state in state.subscriptions.removeAll { $0 === subscription } }
  }

  /// True if the caller must deliver.
  private static func enqueue(_ event: StreamEvent<Value>, _ state: inout State) -> Bool {
    guard !state.subscriptions.isEmpty else { return false }
    state.pending.append(Delivery(event: event, recipients: state.subscriptions))
    defer { state.isDelivering = true }
    return !state.isDelivering
  }

  private func deliverPending() {
    while let delivery = nextDelivery() {
      for recipient in delivery.recipients { recipient.offer(delivery.event) }
    }
  }

  private func nextDelivery() -> Delivery? {
    state.withLock { state in
      let delivery = state.pending.popFirst()
      state.isDelivering = delivery != nil
      return delivery
    }
  }
}

enum StreamEvent<Value: Sendable>: Sendable {
  case value(Value)
  case finished
}
