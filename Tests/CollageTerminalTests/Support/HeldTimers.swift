import ReactiveTraits
import ThreadPool

/// Timers that go off when the test says so.
final class HeldTimers: TimerScheduler {
  private struct State {
    var actions: [Int: @Sendable () -> Void] = [:]
    var nextID = 0
  }

  private let state = Locked(State())
  /// The delays of the timers, as they are set.
  let delays = Received<Duration>()

  let now = ContinuousClock.now

  /// How many are set and have not gone off.
  var count: Int { state.withLock { $0.actions.count } }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void)
    -> @Sendable () -> Void
  {
    let id = state.withLock { state in
      state.nextID += 1
      state.actions[state.nextID] = action
      return state.nextID
    }
    delays.add(delay)
    return { [self] in
      _ = state.withLock { $0.actions.removeValue(forKey: id) }
    }
  }

  /// Lets all that are set go off, on the calling thread.
  func fire() {
    let due = state.withLock { state in
      defer { state.actions = [:] }
      return Array(state.actions.values)
    }
    for action in due { action() }
  }
}
