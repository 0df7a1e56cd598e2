private import Dispatch

/// Does things later. Given as a parameter, so that tests need not wait.
package protocol TimerScheduler: Sendable {
  var now: ContinuousClock.Instant { get }

  /// Does `action` once, after `delay`, on a thread of the scheduler's choice.
  ///
  /// - Returns: what forgets the action, with all it captures, unless it has begun or been done.
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

/// The system's time. Actions run in the background, side by side.
package struct SystemTimers: TimerScheduler {
  private static let queue = DispatchQueue(label: "collage.timers", qos: .userInitiated, attributes: .concurrent)

  package init() {}

  package var now: ContinuousClock.Instant { .now }

  package func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    // Dispatch would keep a cancelled action until it is due.
    let pending = Locked<(@Sendable () -> Void)?>(action)
    Self.queue.asyncAfter(deadline: .now() + delay / .seconds(1)) { pending.take()?() }
    return { _ = pending.take() }
  }
}
