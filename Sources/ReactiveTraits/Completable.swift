/// Work that ends without a value, or with one typed failure. As a publisher: finished; or one
/// failure. Cold.
package typealias Completable<Failure: Error> = Work<CompletableTrait, Failure>

extension Work where Kind == CompletableTrait {
  /// Does nothing; finishes on the subscribing thread.
  package static func complete() -> Self { ended(.success(())) }

  /// Runs this, then `next`. Ends as `next` does, or with this one's failure.
  ///
  /// Cancelling stops whichever is running; `next` doesn't start if that happens before.
  package func andThen<Next: Trait>(_ next: Work<Next, Failure>) -> Work<Next, Failure> {
    then { next }
  }
}
