import OpenCombine

/// One subscriber's place at a relay: an inbox, emptied in order, by one thread at a time, as far as there is demand.
final class RelaySubscription<Value: Sendable>: Subscription, Sendable {
  private struct State {
    /// Nil once cancelled.
    var downstream: Downstream<Value, Never>?
    var inbox: FIFO<Value>
    var demand = Subscribers.Demand.none
    var isEmptying = false
  }

  private weak let relay: Relay<Value>?
  private let state: Locked<State>

  init(to relay: Relay<Value>, replaying current: Value, downstream: Downstream<Value, Never>) {
    self.relay = relay
    state = Locked(State(downstream: downstream, inbox: FIFO(current)))
  }

  /// Puts a value into the inbox, and delivers it if it may be delivered now.
  func offer(_ value: Value) {
    state.withLock { state in
      guard state.downstream != nil else { return }
      state.inbox.append(value)
    }
    emptyInbox()
  }

  func request(_ demand: Subscribers.Demand) {
    state.withLock { $0.demand += demand }
    emptyInbox()
  }

  /// No delivery begins after this. What the inbox and the subscriber hold is released outside the lock.
  func cancel() {
    _ = state.withLock { state in
      let released = (state.downstream, state.inbox)
      state.downstream = nil
      state.inbox = FIFO()
      return released
    }
    relay?.remove(self)
  }

  /// Delivers while there are values and demand, unless that is under way already, further up this thread's stack or on
  /// another one, which then sees what was added.
  private func emptyInbox() {
    let mayStart = state.withLock { state in
      defer { state.isEmptying = true }
      return !state.isEmptying
    }
    guard mayStart else { return }
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
