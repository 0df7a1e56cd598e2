import Dispatch
import Glibc
import Synchronization

/// Kills a process that is still running after its time limit.
final class Watchdog: Sendable {
  private enum State { case waiting, fired, stopped }

  private let state = Mutex(State.waiting)

  init(killing process: pid_t, after limit: Duration) {
    DispatchQueue.global().asyncAfter(deadline: .now() + limit.seconds) { [weak self] in
      self?.state.withLock {
        guard $0 == .waiting else { return }
        $0 = .fired
        kill(process, SIGKILL)
      }
    }
  }

  /// Call it when the process has ended. Returns whether it ran out of time.
  func stop() -> Bool {
    state.withLock {
      if $0 == .waiting { $0 = .stopped }
      return $0 == .fired
    }
  }
}
