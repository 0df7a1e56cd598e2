/// Work that ends with or without a value, or with one typed failure. As a publisher: one value,
/// then finished; or finished without a value; or one failure. Cold.
package typealias Maybe<Success: Sendable, Failure: Error> = Work<MaybeTrait<Success>, Failure>

extension Work {
  /// Succeeds with a value that is already known; delivered on the subscribing thread.
  package static func just<Value>(_ value: Value) -> Self where Kind == MaybeTrait<Value> {
    ended(.success(value))
  }

  /// Succeeds without a value; finishes on the subscribing thread.
  package static func empty<Value>() -> Self where Kind == MaybeTrait<Value> {
    ended(.success(nil))
  }

  /// The value or, if there is none, the end of another maybe, which doesn't start otherwise.
  package func ifEmpty<Value>(trying other: Maybe<Value, Failure>) -> Maybe<Value, Failure>
  where Kind == MaybeTrait<Value> {
    then { value in value.map { .just($0) } ?? other }
  }
}
