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

  /// A maybe with the transformed value, if there is one. Fails if this one fails or `transform`
  /// throws.
  package func map<Value, Mapped: Sendable>(
    _ transform: @escaping @Sendable (Value) throws(Failure) -> Mapped
  ) -> Maybe<Mapped, Failure> where Kind == MaybeTrait<Value> {
    compactMap { value throws(Failure) in try transform(value) }
  }

  /// The transformed value, or no value if there is none or `transform` returns nil.
  package func compactMap<Value, Mapped: Sendable>(
    _ transform: @escaping @Sendable (Value) throws(Failure) -> Mapped?
  ) -> Maybe<Mapped, Failure> where Kind == MaybeTrait<Value> {
    mapOutcome { value throws(Failure) in
      guard let value else { return nil }
      return try transform(value)
    }
  }

  /// The value if there is one and `isIncluded` returns true for it, else no value.
  package func filter<Value>(
    _ isIncluded: @escaping @Sendable (Value) throws(Failure) -> Bool
  ) -> Self where Kind == MaybeTrait<Value> {
    compactMap { value throws(Failure) in try isIncluded(value) ? value : nil }
  }

  /// Runs this maybe, then the maybe made from its value, if there is one.
  package func flatMap<Value, Next>(
    _ next: @escaping @Sendable (Value) -> Maybe<Next, Failure>
  ) -> Maybe<Next, Failure> where Kind == MaybeTrait<Value> {
    then { value in value.map(next) ?? .empty() }
  }

  /// The value, or `value` if there is none.
  package func ifEmpty<Value>(_ value: Value) -> Single<Value, Failure>
  where Kind == MaybeTrait<Value> {
    mapOutcome { $0 ?? value }
  }

  /// The value or, if there is none, the end of `other`, which doesn't start otherwise.
  package func ifEmpty<Value>(_ other: Single<Value, Failure>) -> Single<Value, Failure>
  where Kind == MaybeTrait<Value> {
    then { value in value.map { .just($0) } ?? other }
  }

  /// The value or, if there is none, the end of another maybe, which doesn't start otherwise.
  package func ifEmpty<Value>(trying other: Maybe<Value, Failure>) -> Maybe<Value, Failure>
  where Kind == MaybeTrait<Value> {
    then { value in value.map { .just($0) } ?? other }
  }
}
