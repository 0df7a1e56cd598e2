package import OpenCombine

/// Work that ends once, described but not begun: what `Single`, `Maybe` and `Completable` have in common.
///
/// It is cold: nothing runs before somebody subscribes, and every subscription runs the work anew. Cancelling a subscription
/// before the end stops its work, by setting the flag that the work polls, and nothing is delivered from then on; only a
/// delivery that another thread has already begun may be seen to overlap with `cancel()`. Values arrive on the queue where
/// the work ends, or, if they weren't asked for by then, on the thread that asks.
package struct Work<Kind: Trait, Failure: Error>: Publisher, Sendable {
  package typealias Output = Kind.Output
  /// What the work comes to: a single's value, a maybe's value or nil, nothing for a completable.
  package typealias Outcome = Kind.Outcome

  /// Called exactly once, when the work has really stopped: the result, or nil if it was cancelled before it had one.
  /// After cancelling, a result may come nevertheless; who cancelled ignores it.
  package typealias End = @Sendable (Result<Outcome, Failure>?) -> Void

  /// Runs the work once, until `End` is called. Subscriptions and `wait` both stand on this.
  let run: @Sendable (WorkContext, @escaping End) -> Void

  init(run: @escaping @Sendable (WorkContext, @escaping End) -> Void) {
    self.run = run
  }

  package func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    WorkSubscription(Downstream(subscriber)).start(self)
  }
}
