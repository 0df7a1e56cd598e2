import OpenCombine

/// The side of a relay that everyone but its owner sees.
struct RelayPublisher<Value: Sendable>: Publisher {
  typealias Output = Value
  typealias Failure = Never

  let relay: Relay<Value>

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
    relay.subscribe(Downstream(subscriber))
  }
}
