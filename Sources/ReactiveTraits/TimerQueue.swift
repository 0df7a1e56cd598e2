internal import Dispatch
internal import ThreadPool

/// Actions that wait for their time, all with one timer of the system: scheduling and forgetting one costs about as much
/// as an entry of a dictionary.
final class TimerQueue: Sendable {
  typealias Action = @Sendable () -> Void

  static let shared = TimerQueue()

  private struct Entry {
    let due: ContinuousClock.Instant
    let action: Action
  }

  private struct State {
    var entries: [UInt64: Entry] = [:]
    var nextID: UInt64 = 0
    /// When the queue looks for due actions next; nil when none waits.
    var wake: ContinuousClock.Instant?
  }

  private let state = Locked(State())
  private let queue = DispatchQueue(label: "collage.timers", qos: .userInitiated)

  /// Runs an action once, at its time or a little later, concurrently with others.
  ///
  /// - Returns: a function that drops the action and everything it captures, unless it has started.
  func schedule(at due: ContinuousClock.Instant, _ action: @escaping Action) -> @Sendable () -> Void {
    let (id, isFirst) = state.withLock { state in
      state.nextID += 1
      state.entries[state.nextID] = Entry(due: due, action: action)
      let isFirst = state.wake.map { due < $0 } ?? true
      if isFirst { state.wake = due }
      return (state.nextID, isFirst)
    }
    if isFirst { wake(at: due) }
    // The action is released outside the lock.
    return { [self] in _ = state.withLock { $0.entries.removeValue(forKey: id) } }
  }

  private func wake(at time: ContinuousClock.Instant) {
    queue.asyncAfter(deadline: .now() + (time - .now) / .seconds(1)) { [self] in runDue(time) }
  }

  /// - Parameter time: for which the queue was to be woken; if that has changed, another call does the work.
  private func runDue(_ time: ContinuousClock.Instant) {
    let now = ContinuousClock.now
    let (due, next) = state.withLock { state -> ([Entry], ContinuousClock.Instant?) in
      guard state.wake == time else { return ([], nil) }
      let due = state.entries.filter { $0.value.due <= now }
      for id in due.keys { state.entries[id] = nil }
      state.wake = state.entries.values.map(\.due).min()
      return (due.values.sorted { $0.due < $1.due }, state.wake)
    }
    for entry in due {
      // Concurrent queues share no more threads than there are cores, so there an action would wait for slow work.
      DispatchQueue(label: "collage.timer", qos: .userInitiated).async(execute: entry.action)
    }
    if let next { wake(at: next) }
  }
}
