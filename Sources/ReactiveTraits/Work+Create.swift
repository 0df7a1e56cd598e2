package import Dispatch
internal import ThreadPool

extension Work {
  /// Work that runs `body` on `queue`, once for each subscription.
  ///
  /// `body` polls the cancellation or registers a handler with it. Once it is set, `body` should
  /// clean up and return or throw early; its result is then dropped. Only the subscriber sets it.
  /// If it is set before the queue reaches the work, `body` isn't called.
  package static func work(
    on queue: DispatchQueue, _ body: @escaping @Sendable (Cancellation) throws(Failure) -> Outcome
  ) -> Self {
    Self { context, end in
      queue.async { run(body, context, end) }
    }
  }

  /// Work that runs `body` on a background queue for subscribers. `wait` runs it on the waiting
  /// thread, which saves another thread.
  package static func work(_ body: @escaping @Sendable (Cancellation) throws(Failure) -> Outcome)
    -> Self
  {
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

  /// Work that `start` begins on the subscribing thread. It ends when `start` calls its `End`
  /// argument: with a result, or with nil if it was cancelled before it had one.
  ///
  /// `End` must be called, on any thread, also after cancellation; further calls do nothing. The
  /// cancellation belongs to this run: handlers registered with it don't run after the end.
  package static func create(_ start: @escaping @Sendable (Cancellation, @escaping End) -> Void)
    -> Self
  {
    Self { context, end in
      guard !context.isCancelled else { return end(nil) }
      let starting = Self { context, end in
        let pending = Locked<End?>(end)
        start(context.cancellation) { result in pending.take()?(result) }
      }
      starting.runWithOwnFlag(context, end)
    }
  }

  /// Fails with a failure that is already known; delivered on the subscribing thread.
  package static func fail(_ failure: Failure) -> Self {
    ended(.failure(failure))
  }

  static func ended(_ result: Result<Outcome, Failure>) -> Self {
    Self { _, end in end(result) }
  }
}
