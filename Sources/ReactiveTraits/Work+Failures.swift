internal import ThreadPool

extension Work {
  /// The same work with its failure transformed.
  package func mapError<Mapped: Error>(_ transform: @escaping @Sendable (Failure) -> Mapped)
    -> Work<Kind, Mapped>
  {
    Work<Kind, Mapped> { context, end in
      run(context) { result in end(result?.mapError(transform)) }
    }
  }

  /// This work or, if it fails, the work made from its failure. Failures of cancelled work are not
  /// caught.
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

  /// The same work, restarted after a delay if it fails. Only a thread in `wait` blocks during the
  /// delay.
  ///
  /// - Parameter delay: returns how long to wait before the next try, given the failure and the
  ///   number of tries so far, from 1; nil to give up and end with that failure.
  package func retry(
    on timers: any TimerScheduler = SystemTimers(),
    after delay: @escaping @Sendable (_ failure: Failure, _ tries: Int) -> Duration?
  ) -> Self {
    Self { context, end in
      let state = Locked(Tries())
      @Sendable func receive(_ result: Result<Outcome, Failure>?, of number: Int) {
        guard case .failure(let failure) = result else { return end(result) }
        guard !context.isCancelled else { return end(nil) }
        guard let pause = delay(failure, number) else { return end(result) }
        guard pause > .zero else { return next() }
        Completable<Failure>.timer(after: pause, on: timers).run(context) { result in
          if case .success = result { next() } else { end(nil) }
        }
      }
      @Sendable func next() {
        guard state.withLock({ $0.request() }) else { return }
        while let number = state.withLock({ $0.begin() }) {
          run(context) { result in receive(result, of: number) }
        }
      }
      next()
    }
  }
}

/// The tries of one run. Those that end at once follow each other in a loop, so that their number
/// is not limited by the stack.
private struct Tries {
  private var count = 0
  private var isLooping = false
  private var isDue = false

  /// Makes a try due.
  ///
  /// - Returns: whether the caller must loop; else a loop further up its stack, or on another
  ///   thread, begins the try.
  mutating func request() -> Bool {
    isDue = true
    defer { isLooping = true }
    return !isLooping
  }

  /// The number of the due try, from 1; nil to end the loop.
  mutating func begin() -> Int? {
    isLooping = isDue
    guard isDue else { return nil }
    isDue = false
    count += 1
    return count
  }
}
