package import Dispatch
package import OpenCombine

/// Work that ends with one value or one typed failure, described but not begun.
///
/// As a publisher: one value, then finished; or one failure. It is cold: nothing runs before somebody subscribes, and
/// every subscription runs the work anew. Cancelling a subscription before the end stops its work, by setting the flag
/// that the work polls, and nothing is delivered from then on; only a delivery that another thread has already begun
/// may be seen to overlap with `cancel()`. Values arrive on the queue where the work ends, or, if they weren't asked
/// for by then, on the thread that asks.
package struct Single<Success: Sendable, Failure: Error>: Publisher, Sendable {
  package typealias Output = Success

  /// Told exactly once, when the work has really stopped: the result, or nil if it was cancelled before it had one.
  /// After cancelling, a result may come nevertheless; who cancelled ignores it.
  typealias End = @Sendable (Result<Success, Failure>?) -> Void

  /// Runs the work once, until `End` is called. Subscriptions and `wait` both stand on this.
  let run: @Sendable (WorkContext, @escaping End) -> Void

  init(run: @escaping @Sendable (WorkContext, @escaping End) -> Void) {
    self.run = run
  }

  /// Work that runs on `queue`, once for each subscription.
  ///
  /// `body` polls the flag it is given (or registers a handler with it), and once that is set tidies up and returns or
  /// throws early; what it returns or throws then is dropped. Setting it is up to the subscriber alone. If the flag is
  /// set before the queue gets to the work, `body` isn't called.
  package static func work(
    on queue: DispatchQueue,
    _ body: @escaping @Sendable (Cancellation) throws(Failure) -> Success
  ) -> Self {
    Single { context, end in
      queue.async { Self.run(body, context, end) }
    }
  }

  /// The same on a background queue for subscribers; `wait` does it on the thread that waits, so that it needs no other.
  package static func work(_ body: @escaping @Sendable (Cancellation) throws(Failure) -> Success) -> Self {
    Single { context, end in
      context.queue.async { run(body, context, end) }
    }
  }

  private static func run(
    _ body: @Sendable (Cancellation) throws(Failure) -> Success, _ context: WorkContext, _ end: End
  ) {
    guard !context.isCancelled else { return end(nil) }
    end(Result { () throws(Failure) in try body(context.cancellation) })
  }

  /// A value that is there already; delivered on the thread that subscribes.
  package static func just(_ value: Success) -> Self {
    Single { _, end in end(.success(value)) }
  }

  /// A failure that is there already; delivered on the thread that subscribes.
  package static func fail(_ failure: Failure) -> Self {
    Single { _, end in end(.failure(failure)) }
  }

  package func receive<S: Subscriber>(subscriber: S) where S.Input == Success, S.Failure == Failure {
    SingleSubscription(Downstream(subscriber)).start(self)
  }
}
