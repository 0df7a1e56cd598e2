import Dispatch
package import OpenCombine

extension Work {
  /// Finishes after `delay`. Blocks no thread, except one in `wait`.
  package static func timer(after delay: Duration, on timers: any TimerScheduler = SystemTimers())
    -> Self
  where Kind == CompletableTrait {
    let scheduled = create { cancellation, end in
      let forget = timers.schedule(after: delay) { end(.success(())) }
      cancellation.onCancel {
        forget()
        end(nil)
      }
    }
    return Self { context, end in
      guard context.isImmediate else { return scheduled.run(context, end) }
      let cancelled = DispatchSemaphore(value: 0)
      let unregister = context.cancellation.onCancel { cancelled.signal() }
      let due = timers.now + delay
      while !context.isCancelled, timers.now < due {
        _ = cancelled.wait(
          timeout: .now() + Swift.min(WorkContext.pollingInterval, (due - timers.now) / .seconds(1))
        )
      }
      unregister()
      end(context.isCancelled ? nil : .success(()))
    }
  }
}

extension Publisher where Output: Sendable {
  /// Each value that is not followed by another within its delay, delivered that much later on a
  /// thread of `timers`. The last value is delivered before the stream finishes. A failure is
  /// delivered at once.
  ///
  /// - Parameter delay: how long to wait, given the previous value, if there was one, and the new
  ///   one; nil to deliver it at once.
  package func debounce(
    on timers: any TimerScheduler = SystemTimers(),
    for delay: @escaping (_ previous: Output?, Output) -> Duration?
  ) -> AnyPublisher<Output, Failure> {
    scan((nil, nil)) { (latest: (Output?, Output?), value: Output) -> (Output?, Output?) in
      (latest.1, value)
    }
    .map { (previous: Output?, value: Output?) -> Single<Output, Failure> in
      let value = value!
      let single = Single<Output, Failure>.just(value)
      guard let pause = delay(previous, value) else { return single }
      return Completable<Failure>.timer(after: pause, on: timers).andThen(single)
    }
    .switchToLatest()
    .eraseToAnyPublisher()
  }
}
