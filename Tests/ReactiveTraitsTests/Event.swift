/// What a subscriber can be sent.
enum Event<Value: Sendable & Equatable, Failure: Error & Equatable>: Sendable, Equatable {
  case value(Value)
  case finished
  case failure(Failure)
}
