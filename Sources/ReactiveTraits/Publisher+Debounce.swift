package import OpenCombine

extension Publisher where Output: Sendable {
  /// Each value that is not followed by another within `delay`, delivered that much later on a thread of `timers`. The
  /// last value is delivered before the stream finishes. A failure is delivered at once.
  package func debounce(
    for delay: Duration, on timers: any TimerScheduler = SystemTimers()
  ) -> AnyPublisher<Output, Failure> {
    map { value in Completable<Failure>.timer(after: delay, on: timers).andThen(Single<Output, Failure>.just(value)) }
      .switchToLatest()
      .eraseToAnyPublisher()
  }
}
