/// Work that ends with one value or one typed failure. As a publisher: one value, then finished; or
/// one failure. Cold.
package typealias Single<Success: Sendable, Failure: Error> = Work<SingleTrait<Success>, Failure>

// A transform runs on the queue on which the work before it ends.
extension Work {
  /// Succeeds with a value that is already known; delivered on the subscribing thread.
  package static func just<Value>(_ value: Value) -> Self where Kind == SingleTrait<Value> {
    ended(.success(value))
  }

  /// A single with the transformed value. Fails if this one fails or `transform` throws.
  ///
  /// `transform` runs even if the subscription has been cancelled by then: a value means that the
  /// work was done, and `wait` must be able to report that.
  package func map<Value, Mapped: Sendable>(
    _ transform: @escaping @Sendable (Value) throws(Failure) -> Mapped
  ) -> Single<Mapped, Failure> where Kind == SingleTrait<Value> {
    mapOutcome(transform)
  }

  /// Runs this single, then the work made from its value. Ends with the second's end or the first's
  /// failure.
  ///
  /// Cancelling stops whichever is running; the second doesn't start if that happens during the
  /// first.
  package func flatMap<Value, Next: Trait>(
    _ next: @escaping @Sendable (Value) -> Work<Next, Failure>
  ) -> Work<Next, Failure> where Kind == SingleTrait<Value> {
    then(next)
  }

  /// `flatMap` to another single, for closures that don't state their result type.
  package func flatMap<Value, Next>(
    _ next: @escaping @Sendable (Value) -> Single<Next, Failure>
  ) -> Single<Next, Failure> where Kind == SingleTrait<Value> {
    then(next)
  }
}
