package import OpenCombine

/// A value that changes over time: its owner accepts new values, everyone else is handed the publisher.
///
/// Deliveries are serial. While one is under way, an accept from inside a subscriber or from another thread queues its
/// value and returns; whoever is delivering delivers it next, once the value under way has reached every subscriber. So
/// all subscribers see the same order, which is the order of acceptance. No subscriber is called with a lock held.
package final class Relay<Value: Sendable>: Sendable {
  /// An accepted value, and those who were subscribed when it was accepted. Who comes later gets it as the replay.
  private struct Delivery {
    let value: Value
    let recipients: [RelaySubscription<Value>]
  }

  private struct State {
    var value: Value
    var subscriptions: [RelaySubscription<Value>] = []
    var pending = FIFO<Delivery>()
    var isDelivering = false
  }

  private let state: Locked<State>

  package init(_ initial: Value) {
    state = Locked(State(value: initial))
  }

  /// The latest value accepted. During a delivery it may be newer than the one being delivered.
  package var value: Value { state.withLock { $0.value } }

  /// The current value upon subscription, then every one accepted since, equal ones included; never fails, never ends.
  ///
  /// Values arrive synchronously on the thread that accepts them, or the one that was already delivering. A subscriber
  /// that asks for fewer values than arrive has the rest kept for it, without a limit. The publisher keeps the relay
  /// alive; a subscription doesn't.
  package var publisher: AnyPublisher<Value, Never> {
    RelayPublisher(relay: self).eraseToAnyPublisher()
  }

  /// Makes `value` the current one and delivers it.
  package func accept(_ value: Value) {
    update { $0 = value }
  }

  /// Changes the current value in one atomic step, delivers the new one and returns what `body` returns.
  ///
  /// `body` runs under the relay's lock, so that no two threads act on the same old value: keep it short, and don't use
  /// this relay in it, which would deadlock. If it throws, nothing is accepted.
  @discardableResult
  package func update<R: Sendable, E: Error>(
    _ body: (inout Value) throws(E) -> R
  ) throws(E) -> R {
    // The old value leaves the lock with the answer, since releasing it may run anything.
    let (answer, _, mustDeliver) = try state.withLock { state throws(E) in
      var next = state.value
      let answer = try body(&next)
      let old = state.value
      state.value = next
      state.pending.append(Delivery(value: next, recipients: state.subscriptions))
      let mustDeliver = !state.isDelivering
      state.isDelivering = true
      return (answer, old, mustDeliver)
    }
    if mustDeliver { deliverPending() }
    return answer
  }

  /// Enters a subscriber: the value that is current at this moment is its replay, and no later one misses it.
  func subscribe(_ downstream: Downstream<Value, Never>) {
    let subscription = state.withLock { state in
      let subscription = RelaySubscription(to: self, replaying: state.value, downstream: downstream)
      state.subscriptions.append(subscription)
      return subscription
    }
    downstream.receive(subscription: subscription)
  }

  func remove(_ subscription: RelaySubscription<Value>) {
    state.withLock { state in state.subscriptions.removeAll { $0 === subscription } }
  }

  private func deliverPending() {
    while let delivery = nextDelivery() {
      for recipient in delivery.recipients { recipient.offer(delivery.value) }
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
