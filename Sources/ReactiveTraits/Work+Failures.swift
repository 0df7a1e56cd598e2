internal import ThreadPool

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
    Self { context, end in
      Tries(work: self, context: context, end: end, timers: timers, delay: delay).next()
    }
  }
}

/// One run of work that is tried again when it fails. Tries that end at once follow each other in a loop, so that their
/// number is not limited by the stack.
private final class Tries<Kind: Trait, Failure: Error>: Sendable {
  private struct State {
    var count = 0
    /// Whether a thread is in `next`, which then begins a due try itself.
    var isLooping = false
    var isDue = false
  }

  private let work: Work<Kind, Failure>
  private let context: WorkContext
  private let end: Work<Kind, Failure>.End
  private let timers: any TimerScheduler
  private let delay: @Sendable (Failure, Int) -> Duration?
  private let state = Locked(State())

  init(
    work: Work<Kind, Failure>, context: WorkContext, end: @escaping Work<Kind, Failure>.End,
    timers: any TimerScheduler, delay: @escaping @Sendable (Failure, Int) -> Duration?
  ) {
    self.work = work
    self.context = context
    self.end = end
    self.timers = timers
    self.delay = delay
  }

  /// Begins the next try, on this thread or, if a try has ended inside of `next`, further up its stack.
  func next() {
    let mustLoop = state.withLock { state in
      state.isDue = true
      defer { state.isLooping = true }
      return !state.isLooping
    }
    guard mustLoop else { return }
    while let number = nextNumber() {
      work.run(context) { result in self.receive(result, of: number) }
    }
  }

  private func nextNumber() -> Int? {
    state.withLock { state in
      state.isLooping = state.isDue
      guard state.isDue else { return nil }
      state.isDue = false
      state.count += 1
      return state.count
    }
  }

  private func receive(_ result: Result<Kind.Outcome, Failure>?, of number: Int) {
    guard case .failure(let failure) = result else { return end(result) }
    guard !context.isCancelled else { return end(nil) }
    guard let pause = delay(failure, number) else { return end(result) }
    guard pause > .zero else { return next() }
    Completable<Failure>.timer(after: pause, on: timers).run(context) { result in
      if case .success = result { self.next() } else { self.end(nil) }
    }
  }
}
