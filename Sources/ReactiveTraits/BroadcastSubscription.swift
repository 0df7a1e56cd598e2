import OpenCombine

/// One subscriber's subscription to a broadcast: an inbox, emptied in order by one thread at a time, as demand allows.
final class BroadcastSubscription<Value: Sendable>: Subscription, Sendable {
  private struct State {
    /// Nil after cancellation.
    var downstream: Downstream<Value, Never>?
    var inbox: FIFO<Value>
    var demand = Subscribers.Demand.none
    /// True while a thread delivers, and until the subscriber has its subscription: nothing may overtake that.
    var isEmptying = true
  }

  private weak let broadcast: Broadcast<Value>?
  private let state: Locked<State>

  init(to broadcast: Broadcast<Value>, replaying replay: [Value], downstream: Downstream<Value, Never>) {
    self.broadcast = broadcast
    state = Locked(State(downstream: downstream, inbox: FIFO(replay)))
  }

  /// Begins to deliver. Called once, when the subscriber has its subscription.
  func start() {
    deliver()
  }

  /// Adds a value to the inbox, and delivers it if that is possible now.
  func offer(_ value: Value) {
    state.withLock { state in
      if state.downstream != nil { state.inbox.append(value) }
    }
    emptyInbox()
  }

  func request(_ demand: Subscribers.Demand) {
    state.withLock { $0.demand += demand }
    emptyInbox()
  }

  /// No delivery starts after this. The inbox and the subscriber are released outside the lock.
  func cancel() {
    _ = state.withLock { state in
      let released = (state.downstream, state.inbox)
      state.downstream = nil
      state.inbox = FIFO([])
      return released
    }
    broadcast?.remove(self)
  }

  /// Delivers as long as there are values and demand. Returns at once if a delivery is already running, further up this
  /// thread's stack or on another thread; that one then delivers the added values.
  private func emptyInbox() {
    let mayStart = state.withLock { state in
      defer { state.isEmptying = true }
      return !state.isEmptying
    }
    if mayStart { deliver() }
  }

  private func deliver() {
    while let (downstream, value) = next() {
      let more = downstream.receive(value)
      state.withLock { $0.demand += more }
    }
  }

  private func next() -> (Downstream<Value, Never>, Value)? {
    state.withLock { state in
      guard let downstream = state.downstream, state.demand > .none, let value = state.inbox.popFirst() else {
        state.isEmptying = false
        return nil
      }
      state.demand -= 1
      return (downstream, value)
    }
  }
}
