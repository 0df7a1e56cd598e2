internal import Dispatch
internal import ThreadPool

/// Runs actions after a delay. Passed as a parameter, so that tests don't have to wait.
package protocol TimerScheduler: Sendable {
  var now: ContinuousClock.Instant { get }

  /// Runs `action` once, after `delay`, on a thread that the scheduler chooses.
  ///
  /// - Returns: a function that drops the action and everything it captures, unless it has started.
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void)
    -> @Sendable () -> Void
}

/// The system's clock. Actions run in the background, concurrently.
package struct SystemTimers: TimerScheduler {
  package init() {}

  package var now: ContinuousClock.Instant { .now }

  package func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let pending = Locked<(@Sendable () -> Void)?>(action)
    // A concurrent queue has no more threads than the machine has cores, so an action on it could
    // be held up by slow work.
    DispatchQueue(label: "collage.timer", qos: .userInitiated)
      .asyncAfter(deadline: .now() + delay / .seconds(1)) { pending.take()?() }
    return { _ = pending.take() }
  }
}
