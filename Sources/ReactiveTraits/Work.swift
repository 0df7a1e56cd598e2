package import OpenCombine

/// A description of work that ends once: the common base of `Single`, `Maybe` and `Completable`.
///
/// It is cold: nothing runs before a subscription, and every subscription runs the work again. Cancelling a
/// subscription before the end sets the cancellation that the work polls, and nothing is delivered from then on; only a
/// delivery that another thread has already started may overlap with `cancel()`. Values arrive on the queue on which
/// the work ends or, if they were not requested by then, on the thread that requests them.
package struct Work<Kind: Trait, Failure: Error>: Publisher, Sendable {
  package typealias Output = Kind.Output
  /// The work's result: a single's value, a maybe's value or nil, nothing for a completable.
  package typealias Outcome = Kind.Outcome

  /// Called exactly once, after the work has stopped: with the result, or nil if it was cancelled before it had one. A
  /// result may still arrive after cancelling; the caller that cancelled ignores it.
  package typealias End = @Sendable (Result<Outcome, Failure>?) -> Void

  /// Runs the work once, until `End` is called. Both subscriptions and `wait` use this.
  let run: @Sendable (WorkContext, @escaping End) -> Void

  init(run: @escaping @Sendable (WorkContext, @escaping End) -> Void) {
    self.run = run
  }

  package func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    WorkSubscription(Downstream(subscriber)).start(self)
  }
}
