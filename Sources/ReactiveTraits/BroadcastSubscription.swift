import OpenCombine
internal import ThreadPool

/// One subscriber's subscription to a broadcast: an inbox, emptied in order by one thread at a
/// time, as demand allows.
final class BroadcastSubscription<Value: Sendable>: Subscription, Sendable {
  private struct State {
    /// Nil once cancelled or finished.
    var downstream: Downstream<Value, Never>?
    var inbox: FIFO<Value>
    /// The end follows the last value, with or without demand.
    var isFinished: Bool
    var demand = Subscribers.Demand.none
    /// True while a thread delivers, and until the subscriber has its subscription: nothing may
    /// overtake that.
    var isEmptying = true
  }

  private weak let broadcast: Broadcast<Value>?
  private let state: Locked<State>

  init(
    to broadcast: Broadcast<Value>, replaying replay: [Value],
    isFinished: Bool, downstream: Downstream<Value, Never>
  ) {
    self.broadcast = broadcast
    state = Locked(State(downstream: downstream, inbox: FIFO(replay), isFinished: isFinished))
  }

  /// Adds an event to the inbox, and delivers it if that is possible now.
  func offer(_ event: StreamEvent<Value>) {
    state.withLock { state in
      guard state.downstream != nil else { return }
      switch event {
      case .value(let value): state.inbox.append(value)
      case .finished: state.isFinished = true
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
    _ = state.withLock { state in
      let released = (state.downstream, state.inbox)
      state.downstream = nil
      state.inbox = FIFO([])
      return released
    }
    broadcast?.remove(self)
  }

  /// Delivers as long as there are events and demand. Returns at once if a delivery is already
  /// running, further up this thread's stack or on another thread; that one then delivers the added
  /// events.
  private func emptyInbox() {
    let mayStart = state.withLock { state in
      defer { state.isEmptying = true }
      return !state.isEmptying
    }
    if mayStart { deliver() }
  }

  /// Delivers what is due. Also begins the deliveries: called once when the subscriber has its
  /// subscription.
  func deliver() {
    while let (downstream, event) = next() {
      switch event {
      case .value(let value):
        let more = downstream.subscriber.receive(value)
        state.withLock { $0.demand += more }
      case .finished:
        downstream.subscriber.receive(completion: .finished)
      }
    }
  }

  private func next() -> (Downstream<Value, Never>, StreamEvent<Value>)? {
    state.withLock { state in
      if let downstream = state.downstream {
        if state.demand > .none, let value = state.inbox.popFirst() {
          state.demand -= 1
          return (downstream, .value(value))
        }
        if state.inbox.isEmpty, state.isFinished {
          state.downstream = nil
          return (downstream, .finished)
        }
      }
      state.isEmptying = false
      return nil
    }
  }
}
