package import OpenCombine

extension Publisher where Output: Sendable {
  /// Each value that no other follows within `delay`, that much later, on a thread of `timers`; the last one, too, before the
  /// stream finishes. A failure comes at once.
  package func debounce(
    for delay: Duration, on timers: any TimerScheduler = SystemTimers()
  ) -> AnyPublisher<Output, Failure> {
    map { value in Completable<Failure>.timer(after: delay, on: timers).andThen(Single<Output, Failure>.just(value)) }
      .switchToLatest()
      .eraseToAnyPublisher()
  }
}
