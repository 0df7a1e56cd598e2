/// Work that comes to an end, or to one typed failure. As a publisher: finished; or one failure. Cold.
package typealias Completable<Failure: Error> = Work<CompletableTrait, Failure>

extension Work where Kind == CompletableTrait {
  /// Nothing to do: finished on the thread that subscribes.
  package static func complete() -> Self { ended(.success(())) }

  /// This and then `next`, as one: what `next` ends with, or this one's failure.
  ///
  /// Cancelling stops whichever of the two is under way; `next` isn't begun if that happens before.
  package func andThen<Next: Trait>(_ next: Work<Next, Failure>) -> Work<Next, Failure> {
    then { next }
  }
}
