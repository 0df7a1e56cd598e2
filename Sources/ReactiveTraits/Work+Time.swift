import Dispatch
package import OpenCombine

extension Work {
  /// Finishes after `delay`. Blocks no thread, except one in `wait`.
  package static func timer(after delay: Duration, on timers: any TimerScheduler = SystemTimers()) -> Self
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
      let registration = context.cancellation.onCancel { cancelled.signal() }
      let due = timers.now + delay
      while !context.isCancelled, timers.now < due {
        _ = cancelled.wait(timeout: .now() + Swift.min(WorkContext.pollingInterval, (due - timers.now) / .seconds(1)))
      }
      registration.remove()
      end(context.isCancelled ? nil : .success(()))
    }
  }

  /// The same work, cancelled if it hasn't ended after `limit`; it then fails with `failure`.
  ///
  /// The failure arrives after the work has stopped: at once if the work checks its cancellation. An outcome that was
  /// ready before the work noticed is delivered, because its effects have happened.
  package func timeout(
    after limit: Duration, on timers: any TimerScheduler = SystemTimers(), _ failure: Failure
  ) -> Self {
    Self { context, end in
      let due = timers.now + limit
      let timedOut = Cancellation { timers.now >= due }
      let ended = Cancellation()
      stopped(by: timedOut, with: .failure(failure)).run(context) { result in
        ended.cancel()
        end(result)
      }
      // Work that polls notices the time limit itself, and work that this thread has already finished needs no timer.
      guard !ended.isCancelled else { return }
      let forget = timers.schedule(after: limit) { timedOut.cancel() }
      ended.onCancel(forget)
    }
  }
}

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
