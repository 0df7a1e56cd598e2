/// Work that ends with one value or one typed failure. As a publisher: one value, then finished; or one failure. Cold.
package typealias Single<Success: Sendable, Failure: Error> = Work<SingleTrait<Success>, Failure>

// A transform runs on the queue where the work before it ends.
extension Work {
  /// A value that is there already; delivered on the thread that subscribes.
  package static func just<Value>(_ value: Value) -> Self where Kind == SingleTrait<Value> {
    ended(.success(value))
  }

  /// A single whose value is made from this one's; or it fails, as this one does or as `transform` does.
  ///
  /// `transform` runs even if the subscription is cancelled by then: a value stands for work that has been done, which
  /// `wait` must be able to report.
  package func map<Value, Mapped: Sendable>(
    _ transform: @escaping @Sendable (Value) throws(Failure) -> Mapped
  ) -> Single<Mapped, Failure> where Kind == SingleTrait<Value> {
    mapOutcome(transform)
  }

  /// The value if there is something that `transform` makes of it, or none.
  package func compactMap<Value, Mapped: Sendable>(
    _ transform: @escaping @Sendable (Value) throws(Failure) -> Mapped?
  ) -> Maybe<Mapped, Failure> where Kind == SingleTrait<Value> {
    mapOutcome(transform)
  }

  /// The value if it is `included`, or none.
  package func filter<Value>(
    _ isIncluded: @escaping @Sendable (Value) throws(Failure) -> Bool
  ) -> Maybe<Value, Failure> where Kind == SingleTrait<Value> {
    mapOutcome { value throws(Failure) in try isIncluded(value) ? value : nil }
  }

  /// This single and then the work made from its value, as one: the second's end, or the first's failure.
  ///
  /// Cancelling stops whichever of the two is under way; the second isn't begun if that happens during the first.
  package func flatMap<Value, Next: Trait>(
    _ next: @escaping @Sendable (Value) -> Work<Next, Failure>
  ) -> Work<Next, Failure> where Kind == SingleTrait<Value> {
    then(next)
  }

  /// `flatMap` to another single, for closures that don't name the type of what they return.
  package func flatMap<Value, Next>(
    _ next: @escaping @Sendable (Value) -> Single<Next, Failure>
  ) -> Single<Next, Failure> where Kind == SingleTrait<Value> {
    then(next)
  }
}
