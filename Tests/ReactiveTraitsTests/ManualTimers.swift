import ReactiveTraits
import ThreadPool

/// Time that passes when the test says so.
final class ManualTimers: TimerScheduler {
  private struct Entry {
    let id: Int
    let due: ContinuousClock.Instant
    let action: @Sendable () -> Void
  }

  private struct State {
    var now = ContinuousClock.now
    var entries: [Entry] = []
    var nextID = 0
  }

  private let state = Locked(State())

  var now: ContinuousClock.Instant { state.withLock { $0.now } }

  /// How many actions wait.
  var count: Int { state.withLock { $0.entries.count } }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void)
    -> @Sendable () -> Void
  {
    let id = state.withLock { state in
      state.nextID += 1
      state.entries.append(Entry(id: state.nextID, due: state.now + delay, action: action))
      return state.nextID
    }
    return { [self] in
      _ = state.withLock { state in
        state.entries.firstIndex { $0.id == id }.map { state.entries.remove(at: $0) }
      }
    }
  }

  /// Does what is due until then, in order, on the calling thread.
  func advance(by duration: Duration) {
    let end = now + duration
    while let entry = nextEntry(until: end) { entry.action() }
  }

  private func nextEntry(until end: ContinuousClock.Instant) -> Entry? {
    state.withLock { state in
      let due = state.entries.filter { $0.due <= end }.min { ($0.due, $0.id) < ($1.due, $1.id) }
      state.now = due.map { max($0.due, state.now) } ?? end
      state.entries.removeAll { $0.id == due?.id }
      return due
    }
  }
}
