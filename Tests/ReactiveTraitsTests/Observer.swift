import Dispatch
import OpenCombine
import TestSupport
import Testing

/// A subscriber that requests as much as it is told to, logs what it receives, and exposes its
/// subscription to the test.
final class Observer<Value: Sendable & Equatable, Failure: Error & Equatable>: Subscriber {
  typealias Input = Value

  private let log = Log<Event<Value, Failure>>()
  private let ended = DispatchSemaphore(value: 0)
  private let initialDemand: Subscribers.Demand
  private let onValue: (Observer) -> Void
  private(set) var subscription: (any Subscription)?

  init(demand: Subscribers.Demand = .unlimited, onValue: @escaping (Observer) -> Void = { _ in }) {
    initialDemand = demand
    self.onValue = onValue
  }

  var events: [Event<Value, Failure>] { log.entries }

  var values: [Value] {
    events.compactMap { if case .value(let value) = $0 { value } else { nil } }
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    if initialDemand > .none { subscription.request(initialDemand) }
  }

  func receive(_ input: Value) -> Subscribers.Demand {
    log.add(.value(input))
    onValue(self)
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: log.add(.finished)
    case .failure(let failure): log.add(.failure(failure))
    }
    ended.signal()
  }

  /// Blocks until the end has been delivered.
  func waitForEnd() {
    #expect(ended.waitForSignal())
  }
}
