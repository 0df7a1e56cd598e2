import ReactiveTraits
import ThreadPool

/// Time that passes when the test says so.
final class SteppedTimers: TimerScheduler {
  private struct State {
    var now = ContinuousClock.now
    var actions: [(id: Int, due: ContinuousClock.Instant, run: @Sendable () -> Void)] = []
    var nextID = 0
  }

  private let state = Locked(State())

  var now: ContinuousClock.Instant { state.withLock { $0.now } }

  /// How many actions wait.
  var count: Int { state.withLock { $0.actions.count } }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void)
    -> @Sendable () -> Void
  {
    let id = state.withLock { state in
      state.nextID += 1
      state.actions.append((state.nextID, state.now + delay, action))
      return state.nextID
    }
    return { [self] in state.withLock { state in state.actions.removeAll { $0.id == id } } }
  }

  /// Does what is due until then, on the calling thread.
  func advance(milliseconds: Int) {
    let due = state.withLock { state in
      let now = state.now + .milliseconds(milliseconds)
      state.now = now
      defer { state.actions.removeAll { $0.due <= now } }
      return state.actions.filter { $0.due <= now }
    }
    for action in due { action.run() }
  }
}
