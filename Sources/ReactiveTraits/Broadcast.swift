import OpenCombine

/// Sends each accepted event to all current subscribers: the common base of `Relay`, `Signal`, `PublishSubject`
/// and `share(replay:)`.
///
/// Deliveries are serial. During a delivery, an event accepted inside a subscriber or on another thread is queued and
/// the call returns; the delivering thread delivers it once the current event has reached every subscriber. So all
/// subscribers see the same order, the order of acceptance. No subscriber is called while a lock is held.
final class Broadcast<Value: Sendable, Failure: Error>: Sendable {
  typealias Completion = Subscribers.Completion<Failure>

  /// An accepted event and its subscribers at that time. Later subscribers get it as part of the replay.
  private struct Delivery {
    let event: StreamEvent<Value, Failure>
    let recipients: [BroadcastSubscription<Value, Failure>]
  }

  private struct State {
    /// The latest values, oldest first.
    var replay: [Value]
    var completion: Completion?
    var subscriptions: [BroadcastSubscription<Value, Failure>] = []
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

  /// Accepts, atomically, the value that `body` makes from the previously accepted one; nil if there is none.
  func update<R: Sendable, E: Error>(_ body: (Value?) throws(E) -> (value: Value, answer: R)) throws(E) -> R {
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
  func finish(_ completion: Completion) {
    let mustDeliver = state.withLock { state in
      state.completion = completion
      defer { state.subscriptions = [] }
      return Self.enqueue(.completion(completion), &state)
    }
    if mustDeliver { deliverPending() }
  }

  /// Adds a subscriber. Its replay is the values stored at this moment, so it misses no later one.
  ///
  /// - Parameter onCancel: called once if the subscriber cancels before the end.
  func subscribe(_ downstream: Downstream<Value, Failure>, onCancel: @escaping @Sendable () -> Void = {}) {
    let subscription = state.withLock { state in
      let subscription = BroadcastSubscription(
        to: self, replaying: state.replay, state.completion, downstream: downstream, onCancel: onCancel)
      if state.completion == nil { state.subscriptions.append(subscription) }
      return subscription
    }
    downstream.receive(subscription: subscription)
  }

  func remove(_ subscription: BroadcastSubscription<Value, Failure>) {
    state.withLock { state in state.subscriptions.removeAll { $0 === subscription } }
  }

  /// True if the caller must deliver.
  private static func enqueue(_ event: StreamEvent<Value, Failure>, _ state: inout State) -> Bool {
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

enum StreamEvent<Value: Sendable, Failure: Error>: Sendable {
  case value(Value)
  case completion(Subscribers.Completion<Failure>)
}

/// The read-only side of a broadcast, for everyone except its owner.
struct BroadcastPublisher<Value: Sendable>: Publisher {
  typealias Output = Value
  typealias Failure = Never

  let broadcast: Broadcast<Value, Never>

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
    broadcast.subscribe(Downstream(subscriber))
  }
}
