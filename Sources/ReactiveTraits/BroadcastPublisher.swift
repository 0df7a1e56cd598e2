import OpenCombine

/// The read-only side of a broadcast, for everyone except its owner.
struct BroadcastPublisher<Value: Sendable>: Publisher {
  typealias Output = Value
  typealias Failure = Never

  let broadcast: Broadcast<Value, Never>

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
    broadcast.subscribe(Downstream(subscriber))
  }
}
