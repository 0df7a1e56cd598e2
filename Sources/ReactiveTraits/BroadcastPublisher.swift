import OpenCombine

/// The side of a broadcast that everyone but its owner sees.
struct BroadcastPublisher<Value: Sendable>: Publisher {
  typealias Output = Value
  typealias Failure = Never

  let broadcast: Broadcast<Value, Never>

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
    broadcast.subscribe(Downstream(subscriber))
  }
}
