import OpenCombine

/// Sends each accepted event to all who are subscribed then: what `Relay`, `Signal` and `share(replay:)` have in common.
///
/// Deliveries are serial. While one is under way, an event accepted inside a subscriber or on another thread is queued, and
/// the call returns; whoever is delivering delivers it next, once the event under way has reached every subscriber. So all
/// subscribers see the same order, which is the order of acceptance. No subscriber is called with a lock held.
final class Broadcast<Value: Sendable, Failure: Error>: Sendable {
  typealias Completion = Subscribers.Completion<Failure>

  /// An accepted event, and those who were subscribed when it was accepted. Who comes later gets it as the replay.
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

  /// What somebody who subscribes now gets at once.
  var replay: [Value] { state.withLock { $0.replay } }

  func accept(_ value: Value) {
    update { _ in (value, ()) }
  }

  /// Accepts the value that `body` makes, in one atomic step, of the one accepted before.
  func update<R: Sendable, E: Error>(_ body: (Value?) throws(E) -> (value: Value, answer: R)) throws(E) -> R {
    // Old values leave the lock with the answer, since releasing them may run anything.
    let (answer, _, mustDeliver) = try state.withLock { state throws(E) in
      let (value, answer) = try body(state.replay.last)
      let old = state.replay
      state.replay = (old + [value]).suffix(replayLimit)
      return (answer, old, Self.enqueue(.value(value), &state))
    }
    if mustDeliver { deliverPending() }
    return answer
  }

  /// The end, for those who are subscribed and for all who come later.
  func finish(_ completion: Completion) {
    let mustDeliver = state.withLock { state in
      state.completion = completion
      defer { state.subscriptions = [] }
      return Self.enqueue(.completion(completion), &state)
    }
    if mustDeliver { deliverPending() }
  }

  /// Enters a subscriber: the values that are kept at this moment are its replay, and no later one misses it.
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
