extension Work {
  /// The same work with its failure made into another one.
  package func mapError<Mapped: Error>(_ transform: @escaping @Sendable (Failure) -> Mapped) -> Work<Kind, Mapped> {
    Work<Kind, Mapped> { context, end in
      run(context) { result in end(result?.mapError(transform)) }
    }
  }

  /// This, or, if it fails, the work made from its failure. A failure of work that was cancelled is not caught.
  package func `catch`<Other: Error>(
    _ next: @escaping @Sendable (Failure) -> Work<Kind, Other>
  ) -> Work<Kind, Other> {
    Work<Kind, Other> { context, end in
      run(context) { result in
        switch result {
        case .success(let outcome): end(.success(outcome))
        case .failure(let failure) where !context.isCancelled: next(failure).run(context, end)
        case .failure, nil: end(nil)
        }
      }
    }
  }

  /// The same work, begun anew when it fails, up to `times` times; then its last failure.
  package func retry(_ times: Int) -> Self {
    retry { _, tries in tries > times ? nil : .zero }
  }

  /// The same work, begun anew when it fails, after a delay; no thread waits for that, except one that waits for the work.
  ///
  /// - Parameter delay: how long to wait before the next try, made from the failure and the number of tries so far, which is
  ///   1 or more; nil for no other try, and that failure.
  package func retry(
    on timers: any TimerScheduler = SystemTimers(),
    after delay: @escaping @Sendable (_ failure: Failure, _ tries: Int) -> Duration?
  ) -> Self {
    retrying(after: 1, on: timers, delay)
  }

  private func retrying(
    after tries: Int, on timers: any TimerScheduler, _ delay: @escaping @Sendable (Failure, Int) -> Duration?
  ) -> Self {
    `catch` { failure in
      guard let pause = delay(failure, tries) else { return .fail(failure) }
      let next = retrying(after: tries + 1, on: timers, delay)
      return pause > .zero ? Completable.timer(after: pause, on: timers).andThen(next) : next
    }
  }
}
