extension Work {
  /// The same work with its failure transformed.
  package func mapError<Mapped: Error>(_ transform: @escaping @Sendable (Failure) -> Mapped) -> Work<Kind, Mapped> {
    Work<Kind, Mapped> { context, end in
      run(context) { result in end(result?.mapError(transform)) }
    }
  }

  /// This work or, if it fails, the work made from its failure. Failures of cancelled work are not caught.
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

  /// The same work, restarted up to `times` times if it fails; then it ends with the last failure.
  package func retry(_ times: Int) -> Self {
    retry { _, tries in tries > times ? nil : .zero }
  }

  /// The same work, restarted after a delay if it fails. Only a thread in `wait` blocks during the delay.
  ///
  /// - Parameter delay: returns how long to wait before the next try, given the failure and the number of tries so far,
  ///   from 1; nil to give up and end with that failure.
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
