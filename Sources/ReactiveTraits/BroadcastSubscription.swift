import OpenCombine

/// One subscriber's subscription to a broadcast: an inbox, emptied in order by one thread at a time, as demand allows.
final class BroadcastSubscription<Value: Sendable, Failure: Error>: Subscription, Sendable {
  private struct State {
    /// Nil after cancellation or the end.
    var downstream: Downstream<Value, Failure>?
    var inbox: FIFO<Value>
    /// Sent after the last value, with or without demand; nil until the broadcast has ended.
    var completion: Subscribers.Completion<Failure>?
    var onCancel: (@Sendable () -> Void)?
    var demand = Subscribers.Demand.none
    var isEmptying = false
  }

  private weak let broadcast: Broadcast<Value, Failure>?
  private let state: Locked<State>

  init(
    to broadcast: Broadcast<Value, Failure>, replaying replay: [Value],
    _ completion: Subscribers.Completion<Failure>?, downstream: Downstream<Value, Failure>,
    onCancel: @escaping @Sendable () -> Void
  ) {
    self.broadcast = broadcast
    state = Locked(State(downstream: downstream, inbox: FIFO(replay), completion: completion, onCancel: onCancel))
  }

  /// Adds an event to the inbox, and delivers it if that is possible now.
  func offer(_ event: StreamEvent<Value, Failure>) {
    state.withLock { state in
      guard state.downstream != nil else { return }
      switch event {
      case .value(let value): state.inbox.append(value)
      case .completion(let completion): state.completion = completion
      }
    }
    emptyInbox()
  }

  func request(_ demand: Subscribers.Demand) {
    state.withLock { $0.demand += demand }
    emptyInbox()
  }

  /// No delivery starts after this. The inbox and the subscriber are released outside the lock.
  func cancel() {
    let (_, _, onCancel) = state.withLock { state in
      let released = (state.downstream, state.inbox, state.onCancel)
      state.downstream = nil
      state.inbox = FIFO([])
      state.onCancel = nil
      return released
    }
    broadcast?.remove(self)
    onCancel?()
  }

  /// Delivers as long as there are events and demand. Returns at once if a delivery is already running, further up this
  /// thread's stack or on another thread; that one then delivers the added events.
  private func emptyInbox() {
    let mayStart = state.withLock { state in
      defer { state.isEmptying = true }
      return !state.isEmptying
    }
    guard mayStart else { return }
    while let (downstream, event) = next() {
      switch event {
      case .value(let value):
        let more = downstream.receive(value)
        state.withLock { $0.demand += more }
      case .completion(let completion):
        downstream.receive(completion: completion)
      }
    }
  }

  private func next() -> (Downstream<Value, Failure>, StreamEvent<Value, Failure>)? {
    state.withLock { state in
      if let downstream = state.downstream {
        if state.demand > .none, let value = state.inbox.popFirst() {
          state.demand -= 1
          return (downstream, .value(value))
        }
        if state.inbox.isEmpty, let completion = state.completion {
          state.downstream = nil
          state.onCancel = nil
          return (downstream, .completion(completion))
        }
      }
      state.isEmptying = false
      return nil
    }
  }
}
