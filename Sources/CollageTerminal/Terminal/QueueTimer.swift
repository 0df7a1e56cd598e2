internal import Dispatch
internal import ReactiveTraits

/// A timer whose action runs on a serial queue. Starting it again replaces the pending action.
///
/// Must be used on that queue only.
final class QueueTimer: @unchecked Sendable {
  private let queue: DispatchQueue
  private let timers: any TimerScheduler
  /// Recognises an action that was replaced while it was already on its way to the queue.
  private var generation = 0
  private var forget: (@Sendable () -> Void)?

  init(queue: DispatchQueue, timers: any TimerScheduler = SystemTimers()) {
    self.queue = queue
    self.timers = timers
  }

  deinit { forget?() }

  /// Runs `action` once after `delay`, unless the timer is started again, stopped or released
  /// before.
  func start(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
    stop()
    let started = generation
    forget = timers.schedule(after: delay) { [weak self, queue] in
      queue.async { [weak self] in
        if self?.generation == started { action() }
      }
    }
  }

  func stop() {
    generation += 1
    forget?()
    forget = nil
  }
}
