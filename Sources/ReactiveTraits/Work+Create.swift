package import Dispatch

extension Work {
  /// Work that runs on `queue`, once for each subscription.
  ///
  /// `body` polls the flag it is given (or registers a handler with it), and once that is set tidies up and returns or
  /// throws early; what it returns or throws then is dropped. Setting it is up to the subscriber alone. If the flag is
  /// set before the queue gets to the work, `body` isn't called.
  package static func work(
    on queue: DispatchQueue, _ body: @escaping @Sendable (Cancellation) throws(Failure) -> Outcome
  ) -> Self {
    Self { context, end in
      queue.async { run(body, context, end) }
    }
  }

  /// The same on a background queue for subscribers; `wait` does it on the thread that waits, so that it needs no other.
  package static func work(_ body: @escaping @Sendable (Cancellation) throws(Failure) -> Outcome) -> Self {
    Self { context, end in
      context.queue.async { run(body, context, end) }
    }
  }

  private static func run(
    _ body: @Sendable (Cancellation) throws(Failure) -> Outcome, _ context: WorkContext, _ end: End
  ) {
    guard !context.isCancelled else { return end(nil) }
    end(Result { () throws(Failure) in try body(context.cancellation) })
  }

  /// Work that `start` begins on the thread that subscribes, and that ends when it calls what it is given: with a result, or
  /// with nil if it was cancelled before it had one.
  ///
  /// It must do so, from any thread, also once it has been cancelled; calls after the first do nothing. The flag is its own:
  /// handlers registered with it don't run after the end.
  package static func create(_ start: @escaping @Sendable (Cancellation, @escaping End) -> Void) -> Self {
    Self { context, end in
      guard !context.isCancelled else { return end(nil) }
      let starting = Self { context, end in
        let pending = Locked<End?>(end)
        start(context.cancellation) { result in pending.take()?(result) }
      }
      starting.runWithOwnFlag(context, end)
    }
  }

  /// A failure that is there already; delivered on the thread that subscribes.
  package static func fail(_ failure: Failure) -> Self {
    ended(.failure(failure))
  }

  static func ended(_ result: Result<Outcome, Failure>) -> Self {
    Self { _, end in end(result) }
  }
}
