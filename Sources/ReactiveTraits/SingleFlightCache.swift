internal import Dispatch
internal import ThreadPool

/// Makes a value for each key once, also if several threads need it at the same time, and keeps
/// those that were used last.
package final class SingleFlightCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct State {
    var known: LRUCache<Key, Value>
    /// Those who wait for a value that another thread is making.
    var waiting: [Key: [DispatchSemaphore]] = [:]
  }

  private enum Claim {
    case known(Value)
    /// The caller makes it for the others, too.
    case first
    case waits
  }

  private let state: Locked<State>

  /// - Parameter limit: how many values are kept.
  package init(limit: Int) { state = Locked(State(known: LRUCache(limit: limit))) }

  /// The value of a key. Waits while another thread makes it.
  ///
  /// - Parameter make: called if it isn't known; must not ask for another key of the same cache. If
  ///   it returns nil, nothing is kept, and who waits tries for itself.
  package func value(for key: Key, orMake make: () -> Value?) -> Value? {
    while true {
      let isSettled = DispatchSemaphore(value: 0)
      switch claim(key, isSettled) {
      case .known(let value): return value
      case .waits: isSettled.wait()
      case .first:
        let value = make()
        settle(key, value)
        return value
      }
    }
  }

  /// How many threads are waiting for a value that another one is making.
  func waitingCount(for key: Key) -> Int { state.withLock { $0.waiting[key]?.count ?? 0 } }

  private func claim(_ key: Key, _ isSettled: DispatchSemaphore) -> Claim {
    state.withLock { state in
      if let value = state.known.value(for: key) { return .known(value) }
      if state.waiting[key]?.append(isSettled) != nil { return .waits }
      state.waiting[key] = []
      return .first
    }
  }

  private func settle(_ key: Key, _ value: Value?) {
    let waiting = state.withLock { state in
      if let value { state.known.insert(value, for: key, cost: 1) }
      return state.waiting.removeValue(forKey: key) ?? []
    }
    for isSettled in waiting { isSettled.signal() }
  }
}
